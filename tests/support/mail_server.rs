//! A mail server for tests (SMTP, RFC 5321): takes commands in their order alone, refuses addresses, lines and headers that servers
//! refuse, and is as unreliable as it is told to be.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Octets of a line of a message without its end (RFC 5322, 2.1.1).
const LINE: usize = 998;

/// What goes wrong with the next message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailFault {
    /// There are too many connections (421).
    Busy,
    /// The mailbox cannot be written at the moment (451).
    NotNow,
    /// There is no such mailbox (550).
    NoSuchMailbox,
    /// The message is taken in, and the connection breaks before that is told.
    AnswerLost,
}

/// A message that was taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenIn {
    /// Whom it comes from, by its envelope.
    pub from: String,
    /// Whom it goes to, by its envelope.
    pub to: Vec<String>,
    /// Its headers and its body.
    pub text: String,
}

impl TakenIn {
    /// The value of a header; empty: it has none.
    pub fn header(&self, name: &str) -> &str {
        let mut headers = self.text.split("\r\n").take_while(|line| !line.is_empty());
        headers.find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).unwrap_or_default()
    }
}

#[derive(Default)]
struct Held {
    messages: Vec<TakenIn>,
    faults: VecDeque<MailFault>,
    /// Connections and messages that were refused.
    refusals: usize,
}

/// The server.
#[derive(Clone)]
pub struct MailServer {
    held: Arc<Mutex<Held>>,
    url: String,
}

impl MailServer {
    /// Starts one.
    ///
    /// # Panics
    /// There is no port for it.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let server = Self { held: Arc::default(), url };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let held = Arc::clone(&serving.held);
                tokio::spawn(async move { Session::new(stream, held).serve().await });
            }
        });
        server
    }

    /// Its address, as `SHOP_SMTP_URL` has it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The next connections or messages go wrong so, one after the other.
    pub fn fails(&self, faults: &[MailFault]) {
        held(&self.held).faults.extend(faults);
    }

    /// The messages that it has, in the order they came.
    pub fn messages(&self) -> Vec<TakenIn> {
        held(&self.held).messages.clone()
    }

    /// How often it said no.
    pub fn refusals(&self) -> usize {
        held(&self.held).refusals
    }
}

fn held(held: &Mutex<Held>) -> MutexGuard<'_, Held> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far a session is.
enum Stage {
    Greeted,
    Ready,
    From { sender: String, utf8: bool },
    To { sender: String, utf8: bool, recipients: Vec<String> },
}

/// What is done next.
enum Step {
    Say(&'static str),
    TakeMessage,
    End(&'static str),
}

struct Session {
    stream: BufReader<TcpStream>,
    held: Arc<Mutex<Held>>,
    stage: Stage,
}

impl Session {
    fn new(stream: TcpStream, held: Arc<Mutex<Held>>) -> Self {
        Self { stream: BufReader::new(stream), held, stage: Stage::Greeted }
    }

    async fn serve(mut self) -> Option<()> {
        if self.meets(MailFault::Busy) {
            return self.say("421 4.3.2 Too many connections").await;
        }
        self.say("220 mail.example ESMTP").await?;
        loop {
            let line = self.line().await?;
            match self.answer(&line) {
                Step::Say(text) => self.say(text).await?,
                Step::End(text) => return self.say(text).await,
                Step::TakeMessage => self.take_message().await?,
            }
        }
    }

    /// Whether this is the fault that comes next, which then is over.
    fn meets(&self, fault: MailFault) -> bool {
        let mut held = held(&self.held);
        let meets = held.faults.front() == Some(&fault);
        if meets {
            held.faults.pop_front();
        }
        meets
    }

    async fn say(&mut self, text: &str) -> Option<()> {
        if text.starts_with(['4', '5']) {
            held(&self.held).refusals += 1;
        }
        self.stream.write_all(format!("{text}\r\n").as_bytes()).await.ok()?;
        self.stream.flush().await.ok()
    }

    /// A line without its end; `None`: the client has gone, or ends its lines in another way.
    async fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        self.stream.read_until(b'\n', &mut line).await.ok()?;
        Some(String::from_utf8(line).ok()?.strip_suffix("\r\n")?.to_owned())
    }

    fn answer(&mut self, line: &str) -> Step {
        let upper = line.to_ascii_uppercase();
        let (verb, _) = upper.split_once(' ').unwrap_or((&upper, ""));
        match (verb, std::mem::replace(&mut self.stage, Stage::Ready)) {
            ("EHLO", _) => Step::Say("250-mail.example\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 10485760"),
            ("QUIT", _) => Step::End("221 2.0.0 Bye"),
            ("MAIL", Stage::Ready) => self.mail(line),
            ("RCPT", Stage::From { sender, utf8 }) => self.recipient(line, sender, utf8, Vec::new()),
            ("RCPT", Stage::To { sender, utf8, recipients }) => self.recipient(line, sender, utf8, recipients),
            ("DATA", stage @ Stage::To { .. }) => {
                self.stage = stage;
                Step::TakeMessage
            }
            ("NOOP", stage) => {
                self.stage = stage;
                Step::Say("250 2.0.0 OK")
            }
            ("RSET", Stage::Ready | Stage::From { .. } | Stage::To { .. }) => Step::Say("250 2.0.0 OK"),
            (verb, stage) => {
                self.stage = stage;
                let is_known = ["MAIL", "RCPT", "DATA", "RSET"].contains(&verb);
                Step::Say(if is_known { "503 5.5.1 Not now" } else { "502 5.5.1 Unknown command" })
            }
        }
    }

    fn mail(&mut self, line: &str) -> Step {
        let utf8 = line.to_ascii_uppercase().contains(" SMTPUTF8");
        let Some(sender) = address(line, "MAIL FROM:", utf8) else { return Step::Say("553 5.1.7 No such sender") };
        self.stage = Stage::From { sender, utf8 };
        Step::Say("250 2.1.0 OK")
    }

    fn recipient(&mut self, line: &str, sender: String, utf8: bool, mut recipients: Vec<String>) -> Step {
        if self.meets(MailFault::NotNow) {
            return Step::Say("451 4.2.0 Mailbox busy");
        }
        if self.meets(MailFault::NoSuchMailbox) {
            return Step::Say("550 5.1.1 No such mailbox");
        }
        let Some(recipient) = address(line, "RCPT TO:", utf8) else { return Step::Say("553 5.1.3 No address") };
        recipients.push(recipient);
        self.stage = Stage::To { sender, utf8, recipients };
        Step::Say("250 2.1.5 OK")
    }

    async fn take_message(&mut self) -> Option<()> {
        self.say("354 Go on").await?;
        let Stage::To { sender, recipients, .. } = std::mem::replace(&mut self.stage, Stage::Ready) else {
            return None;
        };
        let (mut text, mut too_long) = (String::new(), false);
        loop {
            let line = self.line().await?;
            if line == "." {
                break;
            }
            too_long |= line.len() > LINE;
            text.push_str(line.strip_prefix('.').unwrap_or(&line));
            text.push_str("\r\n");
        }
        let message = TakenIn { from: sender, to: recipients, text };
        if too_long {
            return self.say("500 5.2.3 Line too long").await;
        }
        // All that a message must have (RFC 5322, 3.6).
        if message.header("From").is_empty() || message.header("Date").is_empty() {
            return self.say("554 5.6.0 Headers are missing").await;
        }
        held(&self.held).messages.push(message);
        if self.meets(MailFault::AnswerLost) {
            return None;
        }
        self.say("250 2.0.0 Taken in").await
    }
}

/// The address of a command. Letters beyond ASCII have to be announced.
fn address(line: &str, command: &str, utf8: bool) -> Option<String> {
    let is_it = line.get(..command.len()).is_some_and(|start| start.eq_ignore_ascii_case(command));
    let rest = if is_it { line[command.len()..].strip_prefix('<')? } else { return None };
    let (address, _) = rest.rsplit_once('>')?;
    let (name, domain) = address.rsplit_once('@')?;
    (!name.is_empty() && !domain.is_empty() && (utf8 || address.is_ascii())).then(|| address.to_owned())
}
