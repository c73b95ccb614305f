//! Manifests alike, the stub crate still needed, and nothing of anybody's own machine in the tree.

use serde_json::Value;

use crate::edges::{Package, members, metadata, sample};
use crate::{Complaints, File, clean, files, finds};

const LICENSE: &str = "MIT OR Apache-2.0";

fn unkempt(packages: &[Package], text_of: impl Fn(&Package) -> String) -> Complaints {
    let mut complaints = Vec::new();
    for package in packages {
        let text = text_of(package);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let shared = lines.windows(2).any(|pair| pair == ["[lints]", "workspace = true"]);
        let faults = [
            (!shared, "has no [lints] workspace = true"),
            (package.license.as_deref() != Some(LICENSE), "is not under MIT OR Apache-2.0"),
            (package.may_be_published, "may be published"),
        ];
        let named = faults.iter().filter(|(is_so, _)| *is_so);
        complaints.extend(named.map(|(_, fault)| format!("{} {fault}", package.name)));
    }
    complaints
}

/// The stub is needed while some package pins its version; then the patch and the stub must stay.
fn stub(packages: &Value) -> Complaints {
    let packages = packages.as_array().map(Vec::as_slice).unwrap_or_default();
    let pins = |package: &&Value| {
        let dependencies = package["dependencies"].as_array();
        let pinned = |d: &Value| d["name"] == "wasm-bindgen-futures" && d["req"] == "=0.4.58";
        package["name"] == "libp2p-swarm" && dependencies.is_some_and(|all| all.iter().any(pinned))
    };
    if packages.iter().any(|package| pins(&package)) {
        return Vec::new();
    }
    vec![
        "libp2p-swarm no longer pins wasm-bindgen-futures =0.4.58: remove [patch.crates-io], \
         `exclude` and crates/stub-wasm-bindgen-futures"
            .to_owned(),
    ]
}

/// Words that only one machine or one way of building would put there. They are in pieces here,
/// because this file is looked at too.
fn machine_words() -> Vec<String> {
    [
        ["/wo", "rk/"],
        ["/ho", "me/"],
        ["/ro", "ot/"],
        ["/tm", "p/"],
        ["/Use", "rs/"],
        [".cargo/", "registry"],
        ["sparse+", "http"],
        ["replace", "-with"],
        ["arti", "factory"],
    ]
    .iter()
    .map(|parts| parts.concat())
    .collect()
}

fn machine(files: &[File]) -> Complaints {
    let words = machine_words();
    let mut complaints = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            let found = words.iter().filter(|word| line.contains(word.as_str()));
            complaints.extend(found.map(|word| format!("{}:{}: {word}", file.path, number + 1)));
        }
    }
    complaints
}

/// Every package of the lock file comes from the public registry or from this workspace.
fn foreign(lock: &str) -> Complaints {
    const PUBLIC: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let sources = lock.lines().filter(|line| line.starts_with("source = "));
    sources.filter(|line| *line != PUBLIC).map(|line| format!("Cargo.lock: {line}")).collect()
}

#[test]
fn manifests_are_alike() {
    let text_of =
        |package: &Package| std::fs::read_to_string(&package.manifest).expect("it is there");
    clean(unkempt(&members(), text_of));
}

#[test]
fn the_stub_is_still_needed() {
    let version = std::process::Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("rustc writes text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("it has a host");
    clean(stub(&metadata(&["--filter-platform", host])["packages"]));
}

#[test]
fn nothing_of_a_machine_is_in_the_tree() {
    clean(machine(&files()));
}

#[test]
fn the_lock_file_names_only_the_public_registry() {
    let lock = files().into_iter().find(|file| file.path == "Cargo.lock").expect("it is there");
    assert!(lock.text.contains("source = "), "the lock file has sources");
    clean(foreign(&lock.text));
}

#[test]
fn the_check_of_manifests_can_fail() {
    let complaints = unkempt(&[sample("game", &[])], |_| "[lints]\nother = true".to_owned());
    finds(&complaints, &["has no [lints]", "is not under", "may be published"]);
}

#[test]
fn the_check_of_the_stub_can_fail() {
    let pin = |requirement: &str| {
        serde_json::json!([{
            "name": "libp2p-swarm",
            "dependencies": [{ "name": "wasm-bindgen-futures", "req": requirement }],
        }])
    };
    clean(stub(&pin("=0.4.58")));
    finds(&stub(&pin("^0.4.58")), &["remove [patch.crates-io]"]);
    finds(&stub(&serde_json::json!([])), &["remove [patch.crates-io]"]);
}

#[test]
fn the_check_of_machines_can_fail() {
    for word in machine_words() {
        let sample = File::sample("README.md", &format!("first\nsee {word}x"));
        finds(&machine(&[sample]), &[&format!("README.md:2: {word}")]);
    }
    let mirror = "source = \"registry+https://mirror.example/index\"";
    finds(&foreign(mirror), &["mirror.example"]);
}
