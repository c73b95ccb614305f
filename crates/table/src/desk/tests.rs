//! The thread of a table, and whom it keeps up links to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::*;

#[test]
fn who_sends_without_end_does_not_keep_the_view_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::open(folder.path(), None).unwrap();
    let bind = Bind { host: std::net::Ipv4Addr::LOCALHOST.into(), port: 0, find: false };
    let shared = Shared::default();
    let no_net = Box::new(|_: &Profile, _: Bind| Err(Problem::OtherVersion));
    let desk = Desk::new(
        profile,
        bind,
        (Crash::new(None), crate::machine::Machines::default()),
        shared.clone(),
        no_net,
    );
    let (inputs, taken) = sync_channel(256);
    let table = thread::spawn(move || run(desk, &taken));
    let is_over = std::sync::Arc::new(AtomicBool::new(false));
    let floods = [(); 3].map(|()| {
        let (inputs, is_over) = (inputs.clone(), is_over.clone());
        thread::spawn(move || {
            // Nothing is reviewed, so each of these is a problem.
            while !is_over.load(Ordering::Relaxed) {
                let _ = inputs.send(Input::Command(Box::new(Command::Decline), 0));
            }
        })
    });
    let mut version = 0;
    while version < 100 {
        let view = shared.newer(version, Duration::from_secs(60)).expect("a newer view");
        version = view.version;
    }
    is_over.store(true, Ordering::Relaxed);
    for flood in floods {
        flood.join().unwrap();
    }
    inputs.send(Input::Quit).unwrap();
    table.join().unwrap();
}

#[test]
fn what_anybody_announces_does_not_push_out_where_a_player_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let peer = net::Identity::from_seed([5; 32]).peer();
    let at = |host: u8, port: u16| {
        Address::from(std::net::SocketAddr::from(([127, 0, 0, host], port))).with_peer(peer)
    };
    desk.keep(peer, vec![at(9, 9)]);
    for port in 1..=12 {
        let addresses = (0..4).map(|n| at(1, 10 * port + n)).collect();
        desk.nearby(NetEvent::Found { peer, addresses });
    }
    assert_eq!(desk.kept.get(&peer), Some(&vec![at(9, 9)]));
}

/// A desk with a network that dials nobody, and whose events nobody takes.
pub(crate) fn desk(folder: &std::path::Path) -> Desk {
    let profile = Profile::open(folder, None).unwrap();
    let bind = Bind { host: std::net::Ipv4Addr::LOCALHOST.into(), port: 0, find: false };
    let start_net = Box::new(|profile: &Profile, _: Bind| {
        let config = net::Config::loopback(0);
        let (net, events) = Net::start(profile.transport().clone(), config).unwrap();
        net.allow(Some(std::collections::BTreeSet::new())).unwrap();
        thread::spawn(move || while events.recv().is_ok() {});
        Ok(net)
    });
    let shared = Shared::default();
    Desk::new(
        profile,
        bind,
        (Crash::new(None), crate::machine::Machines::default()),
        shared,
        start_net,
    )
}
