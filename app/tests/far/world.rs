//! Hosts of their own: network namespaces, cables between them, routers that hide who is behind
//! them. All addresses are in 10.77.0.0/16, and nothing outside of the namespaces is touched.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// How many worlds this process has made.
static MADE: AtomicU32 = AtomicU32::new(0);

/// Some hosts. Dropping it removes them.
pub struct World {
    number: u32,
    hosts: Vec<String>,
    weather: Vec<Child>,
}

/// One end of a cable.
#[derive(Clone, Copy)]
pub struct End<'a> {
    pub host: &'a str,
    /// Of the interface, unique on its host.
    pub name: &'a str,
    /// With its prefix length; none: it gets none, being part of a switch.
    pub address: Option<&'a str>,
}

/// An end of a cable with an address.
pub const fn end<'a>(host: &'a str, name: &'a str, address: &'a str) -> End<'a> {
    End { host, name, address: Some(address) }
}

/// What a cable does to frames.
#[derive(Clone, Copy)]
pub struct Weather {
    /// Milliseconds that each frame takes, one way.
    pub delay: u32,
    /// Of a hundred frames, how many are lost.
    pub loss: u32,
}

impl World {
    /// Makes hosts without cables; `programs` are those that the test needs besides.
    ///
    /// # Errors
    /// Why it cannot be done here: not root, a program is missing, or the kernel refuses.
    pub fn make(hosts: &[&str], programs: &[&str]) -> Result<World, String> {
        for program in programs {
            run(Command::new(program).arg("--version").stdin(Stdio::null()))?;
        }
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let mut world = World { number, hosts: Vec::new(), weather: Vec::new() };
        for host in hosts {
            let name = world.name(host);
            ip(&["netns", "add", &name])?;
            world.hosts.push(name.clone());
            ip(&["-n", &name, "link", "set", "lo", "up"])?;
        }
        Ok(world)
    }

    fn name(&self, host: &str) -> String {
        format!("qiyue-far-{}-{}-{host}", std::process::id(), self.number)
    }

    /// A cable between two hosts.
    pub fn cable(&self, one: End<'_>, other: End<'_>) {
        let names = [self.name(one.host), self.name(other.host)];
        let [at, to] = &names;
        let peer = ["type", "veth", "peer", "name", other.name, "netns", to];
        must(&[&["link", "add", one.name, "netns", at][..], &peer].concat());
        for (end, host) in [one, other].iter().zip(&names) {
            if let Some(address) = end.address {
                must(&["-n", host, "address", "add", address, "dev", end.name]);
            }
            must(&["-n", host, "link", "set", end.name, "up"]);
        }
    }

    /// A cable that passes frames late, and not all of them. It takes a host of its own.
    pub fn bad_cable(&mut self, middle: &str, one: End<'_>, other: End<'_>, weather: Weather) {
        let bare = |name| End { host: middle, name, address: None };
        self.cable(one, bare("one"));
        self.cable(bare("other"), other);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/far/cable.py");
        // The ends leave nothing to a network card that is not there.
        for end in [one, other] {
            run(&mut self.command(end.host, &["python3", script, "plain", end.name])).unwrap();
        }
        let (delay, loss) = (weather.delay.to_string(), weather.loss.to_string());
        let words = ["python3", script, "one", "other", &delay, &loss, "7"];
        let mut command = self.command(middle, &words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        assert_eq!(said.trim(), "ready");
        self.weather.push(child);
    }

    /// The bad cable that was made so many others before passes nothing from now on.
    pub fn cut(&mut self, number: usize) {
        self.tell(number, "cut\n");
    }

    /// It passes frames again.
    pub fn mend(&mut self, number: usize) {
        self.tell(number, "mend\n");
    }

    fn tell(&mut self, number: usize, word: &str) {
        let input = self.weather[number].stdin.as_mut().unwrap();
        input.write_all(word.as_bytes()).unwrap();
    }

    /// Whatever a host does not know goes there.
    pub fn route(&self, host: &str, to: &str, via: &str) {
        must(&["-n", &self.name(host), "route", "add", to, "via", via]);
    }

    /// Two hosts of one network no longer reach each other; all others reach both.
    pub fn part(&self, [(one, at), (other, to)]: [(&str, &str); 2], is_parted: bool) {
        let word = if is_parted { "add" } else { "del" };
        for (host, address) in [(one, to), (other, at)] {
            must(&["-n", &self.name(host), "route", word, "blackhole", address]);
        }
    }

    /// A host is somewhere else from now on, as after a change of networks.
    pub fn move_to(&self, end: End<'_>, from: &str) {
        let name = self.name(end.host);
        must(&["-n", &name, "address", "del", from, "dev", end.name]);
        must(&["-n", &name, "address", "add", end.address.unwrap(), "dev", end.name]);
    }

    /// Makes a switch of a host: these ends are one network, where it has this address.
    pub fn switch(&self, host: &str, ends: &[&str], address: &str) {
        let name = self.name(host);
        must(&["-n", &name, "link", "add", "switch", "type", "bridge"]);
        for end in ends {
            must(&["-n", &name, "link", "set", end, "master", "switch"]);
        }
        must(&["-n", &name, "address", "add", address, "dev", "switch"]);
        must(&["-n", &name, "link", "set", "switch", "up"]);
    }

    /// Makes a router of a host as they stand in homes: who is inside shares its address outside,
    /// and nothing comes in that was not asked for.
    pub fn hide(&self, router: &str, outside: &str) {
        let rules = format!(
            "table ip home {{
                chain out {{
                    type nat hook postrouting priority 100;
                    oifname \"{outside}\" masquerade
                }}
                chain here {{
                    type filter hook input priority 0;
                    iifname \"{outside}\" drop
                }}
                chain through {{
                    type filter hook forward priority 0;
                    iifname \"{outside}\" ct state established,related accept
                    iifname \"{outside}\" drop
                }}
            }}"
        );
        let forward = "echo 1 > /proc/sys/net/ipv4/ip_forward";
        run(&mut self.command(router, &["sh", "-c", forward])).unwrap();
        run(&mut self.command(router, &["nft", &rules])).unwrap();
    }

    /// A command that runs on a host.
    pub fn command(&self, host: &str, words: &[&str]) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name(host)]).args(words);
        command
    }
}

impl Drop for World {
    fn drop(&mut self) {
        for child in &mut self.weather {
            let _ = child.kill();
            let _ = child.wait();
        }
        for host in &self.hosts {
            // An error means that it was never made. Its cables go with it.
            let _ = ip(&["netns", "delete", host]);
        }
    }
}

fn must(words: &[&str]) {
    ip(words).unwrap();
}

fn ip(words: &[&str]) -> Result<(), String> {
    run(Command::new("ip").args(words))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{command:?}: {said}")) }
}
