//! Which crate may depend on which: the table of the architecture page, and nothing beside it.

use std::process::Command;

use serde_json::Value;

use crate::{Complaints, clean, finds, root};

/// A member of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) license: Option<String>,
    pub(crate) may_be_published: bool,
    pub(crate) manifest: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What a manifest asks for.
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Whether it is a crate of this workspace.
    pub(crate) is_ours: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Normal,
    Build,
    Dev,
}

/// The rules engines.
const ENGINES: &[&str] = &["laoqi", "junqi", "shouhu"];

/// The crates of ours that a crate may use; none: the crate is not known.
fn allowed(name: &str) -> Option<Vec<&'static str>> {
    const ALL: &[&str] = &[
        "game", "laoqi", "junqi", "shouhu", "catalog", "crypto", "referee", "record", "protocol",
        "net", "bot", "table",
    ];
    let with_engines = |others: &[&'static str]| [others, ENGINES].concat();
    Some(match name {
        "game" | "crypto" | "net" => Vec::new(),
        engine if ENGINES.contains(&engine) => vec!["game"],
        "catalog" => with_engines(&["game"]),
        "referee" | "record" => vec!["game", "crypto"],
        "protocol" => vec!["game", "crypto", "referee", "record"],
        "bot" => with_engines(&["game", "catalog"]),
        "table" => vec!["game", "catalog", "crypto", "record", "protocol", "net", "bot"],
        "qiyue" => vec!["table", "catalog", "game"],
        "tests" => ALL.to_vec(),
        _ => return None,
    })
}

/// The only outside crates that these may use in what they ship.
fn outside(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "game" => Some(&["postcard", "serde", "sha2", "thiserror"]),
        engine if ENGINES.contains(&engine) => Some(&["serde", "thiserror"]),
        _ => None,
    }
}

/// Outside crates, by the beginning of their name, that only one of ours may use.
const RESERVED: &[(&str, &str)] =
    &[("libp2p", "net"), ("tokio", "net"), ("egui", "qiyue"), ("eframe", "qiyue")];

/// Crates that are given their randomness and may not fetch it.
const NO_ENTROPY: &[&str] = &["game", "laoqi", "junqi", "shouhu", "protocol", "referee", "record"];

fn edges(packages: &[Package]) -> Complaints {
    let mut complaints = Vec::new();
    for package in packages {
        let Some(allowed) = allowed(&package.name) else {
            complaints.push(format!("{} is in no row of the table of edges", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|d| d.is_ours) {
            let name = dependency.name.as_str();
            let for_tests = dependency.kind == Kind::Dev && name == "game";
            if !allowed.contains(&name) && !for_tests {
                complaints.push(format!("{} may not depend on {name}", package.name));
            }
        }
    }
    complaints
}

fn outsiders(packages: &[Package]) -> Complaints {
    let mut complaints = Vec::new();
    for package in packages {
        let theirs = package.dependencies.iter().filter(|d| !d.is_ours);
        for dependency in theirs {
            let (own, name) = (package.name.as_str(), dependency.name.as_str());
            let shipped = dependency.kind != Kind::Dev;
            if shipped && outside(own).is_some_and(|few| !few.contains(&name)) {
                complaints.push(format!("{own} may not depend on {name}: it has a closed list"));
            }
            for (reserved, owner) in RESERVED {
                if name.starts_with(reserved) && own != *owner {
                    complaints.push(format!("{own} may not depend on {name}: only {owner} may"));
                }
            }
            let entropy = name.starts_with("rand") || name == "getrandom";
            if shipped && entropy && NO_ENTROPY.contains(&own) {
                complaints.push(format!("{own} may not depend on {name}: entropy is an argument"));
            }
        }
    }
    complaints
}

/// What `cargo metadata` says with these further arguments.
pub(crate) fn metadata(arguments: &[&str]) -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata {arguments:?}: {said}");
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

/// The members as their manifests describe them.
pub(crate) fn members() -> Vec<Package> {
    let metadata = metadata(&["--no-deps"]);
    let packages = metadata["packages"].as_array().expect("there are packages");
    packages.iter().map(package).collect()
}

fn package(value: &Value) -> Package {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let dependency = |value: &Value| Dependency {
        name: text(&value["name"]).expect("a dependency has a name"),
        kind: match value["kind"].as_str() {
            Some("dev") => Kind::Dev,
            Some("build") => Kind::Build,
            _ => Kind::Normal,
        },
        is_ours: value["path"].is_string(),
    };
    let dependencies = value["dependencies"].as_array().expect("there is a list");
    Package {
        name: text(&value["name"]).expect("a package has a name"),
        license: text(&value["license"]),
        may_be_published: value["publish"].as_array().is_none_or(|to| !to.is_empty()),
        manifest: text(&value["manifest_path"]).expect("a package has a manifest"),
        dependencies: dependencies.iter().map(dependency).collect(),
    }
}

/// A package for samples.
pub(crate) fn sample(name: &str, dependencies: &[(&str, Kind, bool)]) -> Package {
    let dependency = |(name, kind, is_ours): &(&str, Kind, bool)| Dependency {
        name: (*name).to_owned(),
        kind: *kind,
        is_ours: *is_ours,
    };
    Package {
        name: name.to_owned(),
        license: None,
        may_be_published: true,
        manifest: String::new(),
        dependencies: dependencies.iter().map(dependency).collect(),
    }
}

#[test]
fn crates_depend_only_on_those_that_the_table_allows() {
    clean(edges(&members()));
}

#[test]
fn crates_keep_to_their_outside_crates() {
    clean(outsiders(&members()));
}

#[test]
fn the_edge_check_can_fail() {
    let bad = [
        sample("game", &[("crypto", Kind::Normal, true), ("game", Kind::Dev, true)]),
        sample("laoqi", &[("junqi", Kind::Dev, true)]),
        sample("net", &[("game", Kind::Build, true)]),
        sample("tests", &[("qiyue", Kind::Normal, true), ("net", Kind::Normal, true)]),
        sample("helpers", &[]),
    ];
    let complaints = edges(&bad);
    finds(
        &complaints,
        &[
            "game may not depend on crypto",
            "laoqi may not depend on junqi",
            "net may not depend on game",
            "tests may not depend on qiyue",
            "helpers is in no row",
        ],
    );
    assert_eq!(complaints.len(), bad.len(), "what is allowed is allowed: {complaints:?}");
}

#[test]
fn the_outsider_check_can_fail() {
    let bad = [
        sample("game", &[("rand", Kind::Normal, false), ("criterion", Kind::Dev, false)]),
        sample("laoqi", &[("sha2", Kind::Normal, false), ("serde", Kind::Normal, false)]),
        sample("table", &[("tokio", Kind::Normal, false), ("egui", Kind::Normal, false)]),
        sample("protocol", &[("getrandom", Kind::Normal, false)]),
        sample("net", &[("libp2p", Kind::Normal, false), ("tokio", Kind::Normal, false)]),
    ];
    let complaints = outsiders(&bad);
    finds(
        &complaints,
        &[
            "game may not depend on rand: it has a closed list",
            "game may not depend on rand: entropy",
            "laoqi may not depend on sha2",
            "table may not depend on tokio",
            "table may not depend on egui",
            "protocol may not depend on getrandom",
        ],
    );
    assert_eq!(complaints.len(), 6, "{complaints:?}");
}
