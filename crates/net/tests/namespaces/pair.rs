//! Two network namespaces with a cable between them, and programs that run in them.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long anything may take. Far more than it takes.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Tells a test process that it is a program in a namespace, and what it shall do.
pub const ROLE: &str = "QIYUE_TEST_ROLE";

/// What a program prints for the test begins so.
const MARK: &str = "says ";

/// How many pairs this process has made.
static MADE: AtomicU32 = AtomicU32::new(0);

/// The two ends of the cable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Left,
    Right,
}

/// The namespaces. Dropping it removes them.
pub struct Pair {
    names: [String; 2],
}

impl Pair {
    /// Makes the namespaces and the cable; nothing outside of them is touched. Neither end has an
    /// address yet.
    ///
    /// # Errors
    /// Why it cannot be done here: not root, no `ip`, or the kernel refuses.
    pub fn make() -> Result<Pair, String> {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = |end| format!("qiyue-{}-{number}-{end}", std::process::id());
        let pair = Pair { names: [name("left"), name("right")] };
        let [left, right] = &pair.names;
        ip(&["netns", "add", left])?;
        ip(&["netns", "add", right])?;
        let peer = ["peer", "name", "cable", "netns", right];
        ip(&[&["link", "add", "cable", "netns", left, "type", "veth"][..], &peer].concat())?;
        for name in &pair.names {
            ip(&["-n", name, "link", "set", "lo", "up"])?;
        }
        Ok(pair)
    }

    /// Gives an end its address, 10.77.1.1/24 or 10.77.1.2/24, and switches it on.
    pub fn plug_in(&self, end: End) {
        let host = if end == End::Left { "10.77.1.1/24" } else { "10.77.1.2/24" };
        let name = self.name(end);
        ip(&["-n", name, "address", "add", host, "dev", "cable"]).expect("an address");
        ip(&["-n", name, "link", "set", "cable", "up"]).expect("a link");
    }

    /// Runs the ignored test `child` of this test program at an end.
    pub fn run(&self, end: End, role: &str) -> Program {
        let program = std::env::current_exe().expect("a program");
        let child = Command::new("ip")
            .args(["netns", "exec", self.name(end)])
            .arg(program)
            .args(["--exact", "child", "--ignored", "--nocapture"])
            .env(ROLE, role)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.expect("it runs");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (said, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The test harness may have begun the line.
                if let Some((_, words)) = line.split_once(MARK) {
                    let _ = said.send(words.to_owned());
                }
            }
        });
        Program { child, lines }
    }

    fn name(&self, end: End) -> &str {
        let [left, right] = &self.names;
        if end == End::Left { left } else { right }
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for name in &self.names {
            // An error means that it was never made. The cable goes with it.
            let _ = ip(&["netns", "delete", name]);
        }
    }
}

/// A test process in a namespace. Dropping it kills it.
pub struct Program {
    child: Child,
    lines: Receiver<String>,
}

impl Program {
    /// Waits for a line that `pick` takes; the others are dropped.
    pub fn wait<T>(&self, what: &str, pick: impl Fn(&str) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        let mut passed = Vec::new();
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            let Ok(line) = self.lines.recv_timeout(left) else { break };
            if let Some(picked) = pick(&line) {
                return picked;
            }
            passed.push(line);
        }
        panic!("{what} never came; these lines did: {passed:#?}");
    }

    /// The lines that are there now.
    pub fn drain(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// The memory that it has, in KiB.
    pub fn memory(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.expect("it has memory").parse().expect("a number")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells the test something, from within a child.
pub fn say(words: &str) {
    println!("{MARK}{words}");
}

fn ip(arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("ip").args(arguments).output();
    let output = output.map_err(|error| format!("ip: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("ip {arguments:?}: {said}")) }
}
