//! Packs the word lists from standard input. For `scripts/lib/compact-zxcvbn.mjs`.

mod words;

use std::io::{Error, Read, Write, stdin, stdout};

fn main() -> Result<(), Error> {
    let mut text = Vec::new();
    stdin().read_to_end(&mut text)?;
    let packed = words::pack(&text).ok_or_else(|| Error::other("more letters than the code has room for"))?;
    if words::unpack(&packed) != text {
        return Err(Error::other("the code does not give the text back"));
    }
    stdout().write_all(&packed)
}
