//! A match at the terminal: shows what happens, and takes what the player types.

mod clocks;
mod leaving;
mod moves;
mod set_up;
mod talking;

use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::{Any, Position};
use game::{Event, Game as _, Seat, SeatSet, View, Waits};
use table::{
    Command, ContractView, Decision, Ended, LogEntry, MatchView, PhaseView, Problem, StageView,
    Table, TableView,
};

use crate::board::{self, Marks};
use crate::exit::Exit;
use crate::input::{Input, restore_on_interrupt};
use crate::layouts::{self, Layout};
use crate::out::Out;
use crate::presence;
use crate::problem;
use crate::qr;
use crate::reached::Reached;
use crate::replay::style;
use crate::talk;
use crate::text::Text;
use crate::words::touched;

use talking::Heard;

/// How long is waited for news; what is typed ends the wait.
const LOOK: Duration = Duration::from_secs(3600);

/// Who plays at this terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// A person who reads contracts before he signs.
    Person,
    /// A person who signs what he is sent.
    Trusting,
    /// A machine; nothing is asked.
    Machine,
}

/// What has been shown so far.
pub(crate) struct Session<'a> {
    table: &'a Table,
    text: &'a Text,
    out: Out,
    input: Input,
    player: Player,
    version: u64,
    problem: u64,
    log: usize,
    asked: Option<Asked>,
    told: String,
    /// Who was not connected.
    gone: SeatSet,
    /// The match that is on the screen.
    shown: Option<String>,
    resigning: bool,
    /// Something has changed that the board shows.
    is_changed: bool,
    /// The nodes that the last move touched.
    marks: Marks,
    /// The layout that is being made, and for which seat.
    draft: Option<(Seat, Layout)>,
    is_end_told: bool,
    is_found_at_told: bool,
    /// The match was begun before: what has happened in it is not told again.
    is_resumed: bool,
    /// How the program ends once the table has let go of everything.
    leaving: Option<Exit>,
    reached: Reached,
    /// How the program ends if there is no other match after the one that is over.
    over: Option<Exit>,
    /// Whether the player wants the same again, and who else did when that was last told.
    is_again_wanted: bool,
    again: SeatSet,
    /// What was last told of an offer of a draw.
    draw: String,
    heard: Heard,
    /// Own seats whose lost layouts the player has been told of.
    lost: SeatSet,
    /// Who was away, and whether only seals were missing, when it was last told what can be done.
    advised: (SeatSet, bool),
    /// Whether invitations are shown as codes too, and the one that was.
    has_code: bool,
    coded: Option<String>,
    /// How many watch.
    watchers: usize,
    /// Nobody plays here.
    is_watcher: bool,
}

/// What the player was last asked.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Asked {
    Sign(String),
    Decide(u32, Seat),
}

impl<'a> Session<'a> {
    pub(crate) fn new(table: &'a Table, text: &'a Text, player: Player) -> Self {
        restore_on_interrupt();
        Self {
            table,
            text,
            out: Out::stdout(),
            input: Input::stdin(table.waker()),
            player,
            version: 0,
            problem: 0,
            log: 0,
            asked: None,
            told: String::new(),
            gone: SeatSet::EMPTY,
            shown: None,
            resigning: false,
            is_changed: false,
            marks: Marks::new(),
            draft: None,
            is_end_told: false,
            is_found_at_told: false,
            is_resumed: false,
            leaving: None,
            reached: Reached::default(),
            over: None,
            is_again_wanted: false,
            again: SeatSet::EMPTY,
            draw: String::new(),
            heard: Heard::default(),
            lost: SeatSet::EMPTY,
            advised: (SeatSet::EMPTY, false),
            has_code: false,
            coded: None,
            watchers: 0,
            is_watcher: false,
        }
    }

    /// Shows each invitation as a QR code too.
    pub(crate) fn with_code(self) -> Self {
        Self { has_code: true, ..self }
    }

    /// For somebody who only watches.
    pub(crate) fn watching(self) -> Self {
        Self { is_watcher: true, ..self }
    }

    /// Goes on with a match of which the player has been told before.
    pub(crate) fn resumed(self) -> Self {
        Self { is_resumed: true, ..self }
    }

    /// Shows and asks until the match is over or the player goes.
    pub(crate) fn run(mut self) -> Exit {
        let mut latest: Option<Arc<TableView>> = None;
        loop {
            if let Some(view) = self.table.newer(self.version, LOOK) {
                self.version = view.version;
                if let Some(exit) = self.show(&view) {
                    return exit;
                }
                latest = Some(view);
            }
            if !self.out.is_open() {
                return Exit::Open;
            }
            let Some(view) = &latest else { continue };
            while let Some(line) = self.input.next() {
                self.typed(view, &line);
            }
            if self.input.is_over() && self.asked.is_some() && self.player != Player::Machine {
                let is_signed = !matches!(self.asked, Some(Asked::Sign(_)));
                self.leave(if is_signed { "input-over" } else { "input-over-unsigned" });
            }
            // Nobody can say any more that he wants the same again.
            if self.input.is_over() && self.over.is_some() && !self.is_again_wanted {
                self.leaves_for_good();
            }
            self.out.flush();
        }
    }

    fn say(&mut self, key: &str) {
        let line = self.text.get(key);
        self.out.line(&line);
    }

    /// Lets go of everything, and then ends.
    fn leave(&mut self, key: &str) {
        if self.leaving.is_none() {
            self.leaving = Some(Exit::Open);
            self.say(key);
            self.table.apply(Command::Leave);
        }
    }

    /// Says something once, until something else has been said.
    fn say_once(&mut self, line: String) {
        if self.told != line {
            self.out.line(&line);
            self.told = line;
        }
    }

    fn show(&mut self, view: &TableView) -> Option<Exit> {
        let mut last = None;
        for (number, problem) in &view.problems {
            if *number > self.problem {
                self.problem = *number;
                problem::tell(self.text, problem);
                last = Some(problem::exit(problem));
                if matches!(problem, Problem::RelayLine(_)) && self.leaving.is_none() {
                    // The room would not be reached as its host wants it to be.
                    self.leaving = last;
                    self.table.apply(Command::Leave);
                }
            }
        }
        self.show_talk(view);
        match &view.phase {
            PhaseView::Idle => {
                // The first view is shown before the first command is carried out.
                let over = self.leaving.or((self.version > 2).then_some(Exit::Network));
                return last.or(over);
            }
            PhaseView::Leaving => self.leaving = self.leaving.or(last),
            PhaseView::Hosting(room) => {
                let line = talk::waiting(self.text, view, room);
                self.say_once(line);
                self.show_code(view);
            }
            PhaseView::Asking { address, room, invitation, .. } => {
                let line = match (room, invitation) {
                    _ if self.is_watcher => {
                        let args = [("address", address.as_str().into())];
                        self.text.with("watch-asking", &args)
                    }
                    (Some(room), _) => talk::seated(self.text, room),
                    (None, Some(invitation)) => talk::asking(self.text, invitation),
                    (None, None) => {
                        self.text.with("asking", &[("address", address.as_str().into())])
                    }
                };
                self.say_once(line);
            }
            PhaseView::Reviewing(contract) => self.ask_to_sign(contract),
            PhaseView::Signing { contract, signed, connected, .. } => {
                self.asked = None;
                let line = talk::signing(self.text, contract, *signed, *connected);
                self.say_once(line);
            }
            PhaseView::Playing(game) => {
                self.show_match(game);
                self.show_addresses(view, game);
            }
        }
        for line in self.reached.news(self.text, view) {
            self.out.line(&line);
        }
        None
    }

    /// The invitation as a code, when it is a new one.
    fn show_code(&mut self, view: &TableView) {
        if !self.has_code || view.invitation.is_none() || self.coded == view.invitation {
            return;
        }
        self.coded.clone_from(&view.invitation);
        let code = self.coded.as_deref().and_then(qr::matrix);
        if let Some(code) = code {
            self.out.write(&code.half_blocks());
        }
    }

    fn ask_to_sign(&mut self, contract: &ContractView) {
        let asked = Some(Asked::Sign(contract.id.clone()));
        if self.asked == asked || self.leaving.is_some() {
            return;
        }
        let is_changed = self.asked.is_some();
        self.asked = asked;
        if self.player == Player::Trusting {
            self.sign(contract);
            return;
        }
        if is_changed {
            // What has been typed was meant for the other one.
            while self.input.next().is_some() {}
            self.say("contract-changed");
        }
        let lines = talk::contract(self.text, contract);
        self.out.write(&lines);
        self.say("ask-sign");
    }

    fn sign(&self, contract: &ContractView) {
        self.table.apply(Command::Accept { id: contract.id.clone() });
    }

    fn show_match(&mut self, game: &MatchView) {
        if self.shown.as_ref().is_some_and(|id| *id != game.contract.id) {
            self.begins_again();
        }
        if self.is_resumed && self.shown.is_none() {
            self.log = game.log.len();
        }
        let news: Vec<Arc<LogEntry>> = game.log.iter().skip(self.log).cloned().collect();
        if self.shown.as_ref() != Some(&game.contract.id) {
            self.shown = Some(game.contract.id.clone());
            let lines = talk::contract(self.text, &game.contract);
            self.out.write(&lines);
            self.board(game);
            if game.is_watching {
                self.say("watch-here");
            }
        }
        self.show_watchers(game);
        self.log += news.len();
        for entry in &news {
            let line = talk::log_entry(self.text, game, entry);
            self.out.line(&line);
            if let LogEntry::Event { before, event, .. } = entry.as_ref() {
                self.is_changed |= changes_the_board(before, event);
                if let Event::Moved(_, mv) = event {
                    self.marks = touched(before, mv);
                }
            }
        }
        // What a toss or a ruling decides belongs to the move before it.
        let waits = Any::waits(&game.position);
        let is_between = matches!(waits, Waits::Toss { .. } | Waits::Rulings(_));
        if self.is_changed && !is_between {
            self.is_changed = false;
            self.board(game);
        }
        if let Some(ended) = &game.ended {
            self.end(game, ended);
            if self.over.is_some() && self.leaving.is_none() {
                self.waits_for_again(game);
            }
        } else if self.leaving.is_none() {
            self.tell_lost(game);
            self.ask(game);
            self.tell_draw(game);
            let gone = presence::away(game);
            let back = self.gone.minus(gone);
            self.gone = gone;
            if !back.is_empty() {
                let line = talk::back(self.text, game, back);
                self.out.line(&line);
            }
            if let Some(line) = talk::status(self.text, game) {
                self.say_once(line);
            }
            self.advise(game);
        }
    }

    /// After a restart: where the others find this program, if it is not where it was.
    fn show_addresses(&mut self, view: &TableView, game: &MatchView) {
        if !game.is_settled && !self.is_found_at_told && !view.addresses.is_empty() {
            self.is_found_at_told = true;
            let lines = talk::found_at(self.text, &game.contract, &view.addresses);
            self.out.line(&lines);
        }
    }

    fn board(&mut self, game: &MatchView) {
        let viewer = game.contract.own.minus(game.bots).lowest();
        let view = Any::view(&game.position, &game.known_by(viewer));
        let marks = self.marks.clone();
        self.picture(game, &view, &marks);
        for fact in talk::words(self.text, &game.contract).facts(&view) {
            self.out.line(&fact);
        }
    }

    fn picture(&mut self, game: &MatchView, view: &View, marks: &Marks) {
        let rules = &game.contract.rules;
        let style = style(self.text, self.out.has_color());
        let drawn = board::draw(&Any::board(rules), view, Any::kinds(rules), marks, &style);
        self.out.write(&drawn);
    }

    /// Asks the player for what is waited for, once in each step.
    fn ask(&mut self, game: &MatchView) {
        let due = game.awaited.lowest().filter(|_| game.is_settled);
        let Some(seat) = due.filter(|_| self.player != Player::Machine) else {
            if self.asked.is_some() {
                self.input.hide(false);
            }
            self.asked = None;
            return;
        };
        let asked = Asked::Decide(game.step, seat);
        if self.asked == Some(asked.clone()) {
            return;
        }
        self.asked = Some(asked);
        self.resigning = false;
        if game.contract.own.minus(game.bots).len() > 1 {
            let who = talk::words(self.text, &game.contract).seat(seat);
            let line = self.text.with("ask-seat", &[("seat", who.into())]);
            self.out.line(&line);
        }
        if let Some(deadline) = game.deadline {
            self.tell_time(game, deadline.saturating_duration_since(Instant::now()));
        }
        match game.stage {
            _ if layouts::due(&game.position).has(seat) => self.ask_layout(game, seat),
            StageView::Choose => {
                self.input.hide(true);
                let hidden =
                    if self.input.is_terminal() { "ask-choice" } else { "ask-choice-pipe" };
                let line = talk::choices(self.text, hidden, game);
                self.out.line(&line);
            }
            _ => {
                self.input.hide(false);
                self.ask_move(game);
            }
        }
    }

    fn typed(&mut self, view: &TableView, line: &str) {
        if line.is_empty() || self.leaving.is_some() {
            return;
        }
        if self.talks(view, line) {
            return;
        }
        match &view.phase {
            PhaseView::Reviewing(_) if is_one_of(line, &NO) || is_quit(line) => {
                self.leave("declined");
            }
            PhaseView::Reviewing(contract) if is_one_of(line, &YES) => self.sign(contract),
            PhaseView::Reviewing(_) => self.say("ask-sign"),
            PhaseView::Playing(game) => self.typed_in_match(view, game, line),
            _ if is_quit(line) => self.leave("left-early"),
            PhaseView::Hosting(room) if self.asks_to_go(room, line) => {}
            PhaseView::Hosting(_) => self.say("only-quit-or-kick"),
            PhaseView::Signing { removable, .. } if self.asks_unsigned(*removable, line) => {}
            _ => self.say("only-quit"),
        }
    }

    fn typed_in_match(&mut self, view: &TableView, game: &MatchView, line: &str) {
        if self.wants_again(game, line) {
            return;
        }
        if self.over.is_some() {
            // Whatever else is typed now: no other match.
            self.leaves_for_good();
            return;
        }
        if is_quit(line) {
            // What is decided is not gone on with.
            self.leave(if game.stage == StageView::Seal { "left-early" } else { "left" });
            return;
        }
        let people = game.contract.own.minus(game.bots);
        let Some(seat) = game.awaited.lowest().or(people.lowest()) else {
            return;
        };
        let resigning = std::mem::take(&mut self.resigning);
        match line {
            "?" | "help" | "帮助" => self.help(game),
            "board" | "棋盘" => self.board(game),
            "resign" | "认输" if resigning => self.decide(seat, Decision::Resign),
            "resign" | "认输" => {
                self.resigning = true;
                self.say("resign-again");
            }
            "draw" | "求和" => {
                self.say("draw-stands");
                self.decide(seat, Decision::OfferDraw);
            }
            "withdraw" | "撤回" => self.decide(seat, Decision::WithdrawDraw),
            "decline" | "拒和" => self.decide(seat, Decision::DeclineDraw),
            "pause" | "暂停" => self.pause(game, seat),
            "resume" | "继续" => self.decide(seat, Decision::WithdrawPause),
            "clock" | "时钟" => self.clocks(game),
            "close" | "关闭" => self.table.apply(Command::CloseAsClaimed),
            "seats" | "各座" => self.seats(game),
            _ if self.hands_over(game, seat, line) => {}
            _ if self.looks(game, line) || self.keeps(game, line) => {}
            _ if self.finds_layout(game, line) => {}
            _ if layouts::due(&game.position).has(seat) => self.lay_out(view, game, seat, line),
            _ => self.decision(game, seat, line),
        }
    }

    fn help(&mut self, game: &MatchView) {
        self.say("match-help");
        self.talk_help();
        let own = game.contract.own.minus(game.bots);
        if !layouts::due(&game.position).and(own).is_empty() {
            self.layout_help(game);
        }
        let key = format!("match-help-{}", game.contract.rules.game().id());
        if let Some(more) = self.text.find(&key, &[]) {
            self.out.line(&more);
        }
    }

    fn decide(&mut self, seat: Seat, decision: Decision<Any>) {
        self.table.apply(Command::Decide(seat, Box::new(decision)));
    }

    /// A move or a choice, by notation or by its number in the list.
    fn decision(&mut self, game: &MatchView, seat: Seat, line: &str) {
        if !game.awaited.has(seat) {
            self.say("not-your-turn");
            return;
        }
        let number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        if game.stage == StageView::Choose {
            let listed = number.and_then(|n| game.choices.get(n)).map(|(choice, _)| choice.clone());
            match listed.map_or_else(|| Any::read_choice(&game.position, line), Ok) {
                Ok(choice) => {
                    self.input.hide(false);
                    self.say("committed");
                    self.decide(seat, Decision::Choose(choice));
                }
                Err(_) => {
                    let line = talk::choices(self.text, "ask-choice-again", game);
                    self.out.line(&line);
                }
            }
            return;
        }
        self.move_typed(game, seat, number, line);
    }

    /// Tells how the match ended; the program ends when the others know it too.
    fn end(&mut self, game: &MatchView, ended: &Ended) {
        if self.is_end_told {
            return;
        }
        self.is_end_told = true;
        self.input.hide(false);
        self.asked = None;
        let line = talk::ended(self.text, &game.contract, ended);
        self.out.line(&line);
        let words = talk::words(self.text, &game.contract);
        let shown = talk::opened(self.text, &words, (&game.contract.rules, &game.opened));
        shown.iter().for_each(|line| self.out.line(line));
        let path = game.record.display().to_string();
        let line = self.text.with("record-at", &[("path", path.into())]);
        self.out.line(&line);
        let code = match ended {
            Ended::Decided(_) => Exit::Good,
            Ended::NoGame(_) | Ended::Claimed(_) => Exit::Open,
            Ended::Cheated { .. } | Ended::Diverged { .. } | Ended::Fault(_) => Exit::Bad,
        };
        if self.leaving.is_none() && self.offers_again(game) {
            self.over = Some(code);
            return;
        }
        self.leaving = Some(code);
        self.table.apply(Command::Leave);
    }
}

/// Whether what stands on the board may be another thing afterwards.
fn changes_the_board(before: &Position, event: &Event<Any>) -> bool {
    match event {
        Event::Moved(..) | Event::Out(..) | Event::Ruled(_) | Event::Tossed(_) => true,
        Event::Unsealed(_) | Event::Deployed(_) => !Any::begun(before),
        Event::Skipped(_) | Event::Agreed => false,
    }
}

const YES: [&str; 7] = ["y", "yes", "ｙ", "是", "好", "同意", "签"];
const NO: [&str; 6] = ["n", "no", "ｎ", "否", "不", "不签"];

fn is_quit(line: &str) -> bool {
    is_one_of(line, &["quit", "exit", "q", "退出"])
}

fn is_one_of(line: &str, words: &[&str]) -> bool {
    words.contains(&line.to_lowercase().as_str())
}
