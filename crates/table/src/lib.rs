//! The application without a face: profile, seats, one match, files, machines, on a thread of its
//! own.
//!
//! A window or a command line gives it [`Command`]s and shows its [`TableView`]s; it never waits for
//! either.

mod alias;
mod archive;
mod asking;
mod audience;
pub mod auditing;
mod card;
mod command;
mod crash;
mod desk;
pub mod doctor;
mod frames;
mod hosting;
mod invitation;
mod inviting;
mod layouts;
mod link;
mod lobby;
mod log;
mod machine;
mod nearby;
mod parting;
mod playing;
mod profile;
mod reach;
pub mod relay;
mod relay_line;
mod relays;
mod rematch;
mod room;
mod shared;
mod shelf;
mod signing;
mod sitting;
mod spent;
mod store;
mod talk;
mod trails;
mod view;
mod watching;
mod ways;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use net::{Config, Net};

pub use audience::DELAY_MAX;
pub use bot::Level;
pub use command::{Command, Guest, RoomPlan, SeatPlan, Start};
pub use crash::{CrashPlan, CrashPoint};
pub use desk::Bind;
pub use invitation::{Invitation, InvitationError};
pub use layouts::{choice_by_chance, secret_by_chance};
pub use machine::Machines;
pub use net::{AddressError, CircuitLimits, DialFailure, Parting, RelayFailure};
pub use profile::{Profile, ProfileError};
pub use protocol::{Check, Decision, Misuse};
pub use record::{BadName, Clock, Name, plain, plain_lines};
pub use relay_line::RelayLine;
pub use room::{GameVersion, Refusal};
pub use shared::Waker;
pub use spent::{Proofs, Spent};
pub use talk::{BadLine, LINE_CHARS, Line, Phrase, Spoken, TalkView, Unsaid, Words};
pub use view::{
    ClockView, ContractView, Ended, Finding, FoundRoom, KeptLayout, KeptMatch, KeptRecord, Lobby,
    LogEntry, MatchView, Person, PhaseView, Problem, RoomSeat, RoomTrouble, RoomView, Shelf,
    StageView, TableView,
};
pub use ways::{LinkView, RelayState, RelayView, Tried, Try, Way};

use crate::crash::Crash;
use crate::desk::{Desk, Input};
use crate::shared::Shared;
use crate::trails::Pulse;

/// Commands and network events that wait for the table's thread at most.
const INPUTS: usize = 256;

/// How a table is opened.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the profile.
    pub profile: PathBuf,
    /// A new name for its player.
    pub name: Option<Name>,
    /// The own host's address to listen on.
    pub host: IpAddr,
    /// The port to listen on; 0: any.
    pub port: u16,
    /// How machines play at own seats.
    pub machines: Machines,
    /// Whether others on this network are looked for, and may find this program.
    pub find: bool,
    /// For tests: where to die.
    pub crash: Option<CrashPlan>,
}

/// A table. Dropping it stops its thread; what is on the disk stays.
pub struct Table {
    inputs: SyncSender<Input>,
    shared: Shared,
    thread: Option<JoinHandle<()>>,
}

impl Table {
    /// Opens a profile and sits down.
    ///
    /// # Errors
    /// The profile is in use, damaged, or cannot be read or written.
    pub fn open(settings: &Settings) -> Result<Self, ProfileError> {
        let profile = Profile::open(&settings.profile, settings.name.clone())?;
        let (inputs, taken) = sync_channel(INPUTS);
        let shared = Shared::default();
        let to_thread = inputs.clone();
        let start_net = Box::new(move |profile: &Profile, bind: Bind| {
            start_net(profile, &bind, to_thread.clone())
        });
        let bind = Bind { host: settings.host, port: settings.port, find: settings.find };
        let desk = Desk::new(
            profile,
            bind,
            (Crash::new(settings.crash), settings.machines),
            shared.clone(),
            start_net,
        );
        let thread = thread::Builder::new()
            .name("table".into())
            .spawn(move || desk::run(desk, &taken))
            .map_err(|error| ProfileError::Io { path: settings.profile.clone(), error })?;
        Ok(Self { inputs, shared, thread: Some(thread) })
    }

    /// Asks for something, having looked at the latest view that [`Table::newer`] gave. What comes
    /// of it shows in the view.
    pub fn apply(&self, command: Command) {
        self.apply_seen(command, self.shared.given());
    }

    /// The same for who has looked at this version of the view, and not yet at the latest one.
    /// Whoever agrees to something agrees to what he has seen.
    pub fn apply_seen(&self, command: Command, seen: u64) {
        // The thread is gone only when the table is dropped.
        let _ = self.inputs.send(Input::Command(Box::new(command), seen));
    }

    /// Ends waits for a view from another thread.
    pub fn waker(&self) -> Waker {
        Waker(self.shared.clone())
    }

    /// The view, if there is a newer one than `version` within `wait`. A [`Waker`] ends the wait.
    pub fn newer(&self, version: u64, wait: Duration) -> Option<Arc<TableView>> {
        self.shared.newer(version, wait)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.inputs.send(Input::Quit);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Starts the network and a thread that passes on what it tells.
fn start_net(profile: &Profile, bind: &Bind, inputs: SyncSender<Input>) -> Result<Net, Problem> {
    let socket = std::net::SocketAddr::from((bind.host, bind.port));
    let config = Config { listen: vec![socket.into()], find: bind.find };
    let started = Net::start(profile.transport().clone(), config);
    let (net, events) = started.map_err(|error| Problem::Network(error.to_string()))?;
    let pass_on = move || {
        let mut pulse = Pulse::default();
        while let Ok(event) = events.recv() {
            let is_idle_talk = pulse.is_idle_talk(&event);
            if !is_idle_talk && inputs.send(Input::Net(event)).is_err() {
                return;
            }
        }
        let _ = inputs.send(Input::NetStopped);
    };
    let spawned = thread::Builder::new().name("net-events".into()).spawn(pass_on);
    spawned.map_err(|error| Problem::Network(error.to_string()))?;
    Ok(net)
}
