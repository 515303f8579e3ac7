//! Answers calls of the rules: a line `{"call": name, "args": […]}` in, a line `{"value": …}` or `{"error": sentence}` out. For
//! `scripts/vectors`. `core --carts SEED COUNT` answers carts made up at random instead, and tells them: `{"args": […], "value": …}`.

mod carts;

use std::io::{self, BufRead, Write};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

#[derive(Deserialize)]
struct Call {
    call: String,
    args: Box<RawValue>,
}

fn answer(line: &str) -> Value {
    let call: Call = match serde_json::from_str(line) {
        Ok(call) => call,
        Err(error) => return json!({ "error": format!("no call: {error}") }),
    };
    // The dictionaries have a crate of their own.
    let answer = shop_password::host::call(&call.call, call.args.get())
        .map(|answer| answer.map_err(|error| error.to_string()))
        .unwrap_or_else(|| shop_core::host::call(&call.call, call.args.get()).map_err(|error| error.to_string()));
    match answer.and_then(|text| serde_json::from_str::<Value>(&text).map_err(|error| error.to_string())) {
        Ok(value) => json!({ "value": value }),
        Err(error) => json!({ "error": error }),
    }
}

/// Answers so many carts.
fn price_carts(seed: u64, count: u64, out: &mut impl Write) -> io::Result<()> {
    for args in carts::calls(seed, count) {
        let args = args.to_string();
        let value = shop_core::host::call("optimisticCart", &args).map_err(io::Error::other)?;
        writeln!(out, r#"{{"args":{args},"value":{value}}}"#)?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let asked: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, seed, count] = asked.as_slice()
        && flag == "--carts"
    {
        let number = |text: &String| text.parse().map_err(io::Error::other);
        price_carts(number(seed)?, number(count)?, &mut out)?;
        return out.flush();
    }
    for line in io::stdin().lock().lines() {
        serde_json::to_writer(&mut out, &answer(&line?))?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
