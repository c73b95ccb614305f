//! A game that is right but for one flaw, so that a test can see the suite find it.

use std::cell::Cell;
use std::fmt::Debug;
use std::marker::PhantomData;

use game::{
    Answer, BadRules, Board, Canon, Cause, Chooser, Claim, Event, Fault, Game, Hiding, Illegal,
    Kind, KindName, KindSet, Known, Malformed, Outcome, Pick, PieceId, Ply, Seat, SeatSet, Showing,
    Side, View, Waits,
};

/// What is wrong. Beside each the law that it breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    None,
    RulesUnread,
    RulesLoose,
    AnyGame,
    AnyVersion,
    TwinNodes,
    BackwardLink,
    Endless,
    Drifts,
    NoSkip,
    NoAgreed,
    NoOut,
    NoSilence,
    TossAnytime,
    DeadGoOut,
    ExtraSlots,
    FewerSlots,
    AnyAnswer,
    MovesAfterEnd,
    OthersSkip,
    MutatesFirst,
    OwesOthers,
    ApplyLoose,
    ApplyStrict,
    ShowsStrict,
    PositionUnread,
    MoveUnread,
    ChoiceUnread,
    PositionLoose,
    MoveLoose,
    ChoiceLoose,
    PositionPanics,
    MovePanics,
    ChoicePanics,
    TextPanics,
    OwesPanics,
    OthersMove,
    NoMoves,
    Reversed,
    MoveTwice,
    OwesStrict,
    MoveMissing,
    FalseClaim,
    UnorderedClaim,
    NoRuling,
    ChoiceTwice,
    ChoiceMissing,
    AdmitsNone,
    AdmitsAll,
    MoveUnreadable,
    MovePadded,
    ChoiceUnreadable,
    SameText,
    SameChoiceText,
    LineUnreadable,
    LineForgetsViewer,
    TwoLines,
    SamePicks,
    PicksBeyond,
    NoPicks,
    Leaks,
    FalseKind,
    FalseLiving,
    HidesNothing,
    ArmyUnordered,
    WrongCounts,
    AllLive,
    DeadAreDue,
    NobodyDue,
    PlyFalls,
    BeginsTwice,
    NobodyWins,
    SplitSide,
    LosersWin,
    AgreedWins,
}

thread_local! {
    static FLAW: Cell<Flaw> = const { Cell::new(Flaw::None) };
    /// What an engine must not have: something that it remembers beside the position.
    static MEMORY: Cell<u32> = const { Cell::new(0) };
}

/// Runs with this flaw.
pub(crate) fn with<T>(flaw: Flaw, run: impl FnOnce() -> T) -> T {
    FLAW.set(flaw);
    MEMORY.set(0);
    let result = run();
    FLAW.set(Flaw::None);
    result
}

fn is(flaw: Flaw) -> bool {
    FLAW.get() == flaw
}

fn remembered() -> u32 {
    MEMORY.set(MEMORY.get() + 1);
    MEMORY.get()
}

/// The flaws of one encoding.
struct CodecFlaws {
    unread: Flaw,
    loose: Flaw,
    panics: Flaw,
}

fn bent_decode<C, T: Canon<C>>(
    context: &C,
    bytes: &[u8],
    flaws: &CodecFlaws,
) -> Result<T, Malformed> {
    assert!(!(is(flaws.panics) && bytes.is_empty()), "a decoder that reads beyond the end");
    let read = T::decode(context, bytes);
    match bytes.split_last() {
        Some((_, shorter)) if is(flaws.loose) && read.is_err() => T::decode(context, shorter),
        Some((last, _)) if is(flaws.unread) && last % 2 == 0 => Err(Malformed("half of them")),
        _ => read,
    }
}

macro_rules! bent {
    ($name:ident, $unread:ident, $loose:ident, $panics:ident) => {
        /// A value whose encoding may have a flaw.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) struct $name<T>(pub(crate) T);

        impl<C, T: Canon<C>> Canon<C> for $name<T> {
            fn encode_into(&self, out: &mut Vec<u8>) {
                self.0.encode_into(out);
            }

            fn decode(context: &C, bytes: &[u8]) -> Result<Self, Malformed> {
                let flaws = CodecFlaws {
                    unread: Flaw::$unread,
                    loose: Flaw::$loose,
                    panics: Flaw::$panics,
                };
                bent_decode(context, bytes, &flaws).map(Self)
            }
        }
    };
}
bent!(At, PositionUnread, PositionLoose, PositionPanics);
bent!(Mv, MoveUnread, MoveLoose, MovePanics);
bent!(Ch, ChoiceUnread, ChoiceLoose, ChoicePanics);

/// The game `B` with a flaw.
#[derive(Clone, Debug)]
pub(crate) struct Bent<B>(PhantomData<B>);

type Events<B> = Event<Bent<B>>;

fn straight<B: Base>(event: &Events<B>) -> Event<B> {
    match event {
        Event::Moved(seat, mv) => Event::Moved(*seat, mv.0.clone()),
        Event::Unsealed(showings) => {
            let straight = |showing: &Showing<Ch<B::Choice>>| match showing {
                Showing::Shown(choice) => Showing::Shown(choice.0.clone()),
                Showing::Absent => Showing::Absent,
                Showing::Withheld => Showing::Withheld,
            };
            Event::Unsealed(showings.iter().map(|(seat, s)| (*seat, straight(s))).collect())
        }
        Event::Deployed(seats) => Event::Deployed(*seats),
        Event::Tossed(value) => Event::Tossed(*value),
        Event::Ruled(answers) => Event::Ruled(answers.clone()),
        Event::Skipped(seat) => Event::Skipped(*seat),
        Event::Out(seats, cause) => Event::Out(*seats, *cause),
        Event::Agreed => Event::Agreed,
    }
}

fn told<B: Base>(known: &Known<Bent<B>>) -> Known<B> {
    Known { viewer: known.viewer, secrets: known.secrets.clone() }
}

/// The event as a flawed engine takes it; none: it takes it and does nothing.
fn taken_as<B: Game>(at: &B::Position, event: &Event<B>) -> Option<Event<B>> {
    let mut event = event.clone();
    let waits = B::waits(at);
    match (&mut event, &waits) {
        (Event::Tossed(value), Waits::Toss { below, .. })
            if is(Flaw::Drifts) && *value < *below =>
        {
            *value = (*value + MEMORY.get() as u16) % below;
        }
        (Event::Moved(seat, mv), _) if is(Flaw::Endless) => {
            return B::owes(at, *seat, mv).is_err().then_some(event);
        }
        (Event::Moved(..), Waits::Move(_)) if is(Flaw::ApplyLoose) => {
            return B::apply(&mut at.clone(), &event).is_ok().then_some(event);
        }
        (Event::Tossed(_), waits)
            if is(Flaw::TossAnytime) && !matches!(waits, Waits::Toss { .. }) =>
        {
            return None;
        }
        (Event::Out(seats, _), _) if is(Flaw::DeadGoOut) => *seats = seats.and(B::living(at)),
        (Event::Unsealed(showings), Waits::Choices(due)) if is(Flaw::ExtraSlots) => {
            showings.retain(|seat, _| due.has(*seat));
        }
        (Event::Unsealed(showings), Waits::Choices(due)) if is(Flaw::FewerSlots) => {
            for seat in due.iter() {
                showings.entry(seat).or_insert(Showing::Absent);
            }
        }
        (Event::Ruled(answers), Waits::Rulings(claims)) if is(Flaw::AnyAnswer) => {
            answers.resize(claims.len(), Answer::Withheld);
        }
        (Event::Skipped(seat), Waits::Move(mover)) if is(Flaw::OthersSkip) => *seat = *mover,
        (Event::Agreed, _) if is(Flaw::AgreedWins) => {
            let losers = B::living(at).lowest().map(|winner| B::living(at).without(winner));
            return losers.map(|losers| Event::Out(losers, Cause::Resigned));
        }
        (_, Waits::Nothing(_)) if is(Flaw::MovesAfterEnd) => return None,
        _ => {}
    }
    Some(event)
}

/// Whether a flawed engine refuses what is due.
fn refuses<B: Game>(event: &Event<B>) -> bool {
    let silent = |showing: &Showing<B::Choice>| *showing == Showing::Absent;
    match event {
        Event::Skipped(_) => is(Flaw::NoSkip),
        Event::Agreed => is(Flaw::NoAgreed),
        Event::Out(..) => is(Flaw::NoOut),
        Event::Unsealed(showings) if showings.values().any(silent) => is(Flaw::NoSilence),
        Event::Unsealed(_) => is(Flaw::ShowsStrict),
        Event::Moved(..) => is(Flaw::ApplyStrict),
        _ => false,
    }
}

fn bent_outcome<B: Game>(rules: &B::Rules, outcome: Outcome) -> Outcome {
    let all = SeatSet::first(B::seats(rules));
    match outcome {
        Outcome::Won(_) | Outcome::Drawn(_) if is(Flaw::NobodyWins) => Outcome::Won(SeatSet::EMPTY),
        Outcome::Won(seats) if is(Flaw::SplitSide) => {
            Outcome::Won(seats.lowest().map_or(seats, SeatSet::one))
        }
        Outcome::Won(seats) if is(Flaw::LosersWin) => Outcome::Won(all.minus(seats)),
        _ => outcome,
    }
}

/// The rules with which every position here is made; positions do not give them back.
pub(crate) trait Base: Game {
    /// The rules of the tests.
    fn preset() -> Self::Rules;
}

impl<B: Base> Game for Bent<B> {
    type Options = B::Options;
    type Rules = B::Rules;
    type Position = At<B::Position>;
    type Move = Mv<B::Move>;
    type Choice = Ch<B::Choice>;
    type Secret = B::Secret;

    fn rules(options: &Self::Options) -> Result<Self::Rules, Vec<Fault>> {
        B::rules(options)
    }

    fn id(rules: &Self::Rules) -> &'static str {
        B::id(rules)
    }

    fn version(rules: &Self::Rules) -> u16 {
        B::version(rules)
    }

    fn write_rules(rules: &Self::Rules) -> Vec<u8> {
        B::write_rules(rules)
    }

    fn read_rules(id: &str, version: u16, bytes: &[u8]) -> Result<Self::Rules, BadRules> {
        let own = B::id(&B::preset());
        let version = if is(Flaw::AnyVersion) { 1 } else { version };
        match B::read_rules(id, version, bytes) {
            _ if is(Flaw::RulesUnread) && id == own && version == 1 => Err(BadRules::Malformed),
            Err(BadRules::UnknownGame(_)) if is(Flaw::AnyGame) => Err(BadRules::Malformed),
            Err(BadRules::Malformed) if is(Flaw::RulesLoose) => {
                let shorter = bytes.split_last().map_or(bytes, |(_, shorter)| shorter);
                B::read_rules(id, version, shorter)
            }
            read => read,
        }
    }

    fn seats(rules: &Self::Rules) -> u8 {
        B::seats(rules)
    }

    fn side(rules: &Self::Rules, seat: Seat) -> Side {
        B::side(rules, seat)
    }

    fn hiding(rules: &Self::Rules) -> Option<Hiding> {
        let mut hiding = B::hiding(rules)?;
        if is(Flaw::WrongCounts) {
            hiding.counts.reverse();
            hiding.counts.iter_mut().take(1).for_each(|count| *count += 1);
        }
        Some(hiding)
    }

    fn start(rules: &Self::Rules) -> Self::Position {
        if is(Flaw::Drifts) {
            remembered();
        }
        At(B::start(rules))
    }

    fn waits(at: &Self::Position) -> Waits {
        let rules = B::preset();
        match B::waits(&at.0) {
            Waits::Nothing(outcome) => Waits::Nothing(bent_outcome::<B>(&rules, outcome)),
            Waits::Choices(_) if is(Flaw::DeadAreDue) => {
                Waits::Choices(SeatSet::first(B::seats(&rules)))
            }
            Waits::Choices(_) if is(Flaw::NobodyDue) => Waits::Choices(SeatSet::EMPTY),
            Waits::Rulings(mut claims) if is(Flaw::NoRuling) => {
                for (claim, _) in &mut claims {
                    *claim = Claim::Show { seat: Seat::of(7), kind: Kind(0) };
                }
                Waits::Rulings(claims)
            }
            waits => waits,
        }
    }

    fn living(at: &Self::Position) -> SeatSet {
        let all = SeatSet::first(B::seats(&B::preset()));
        if is(Flaw::AllLive) { all } else { B::living(&at.0) }
    }

    fn ply(at: &Self::Position) -> Ply {
        let ply = B::ply(&at.0);
        if is(Flaw::PlyFalls) { Ply(1000 - ply.0) } else { ply }
    }

    fn begun(at: &Self::Position) -> bool {
        B::begun(&at.0) && !(is(Flaw::BeginsTwice) && B::ply(&at.0).0 == 2)
    }

    fn owes(at: &Self::Position, seat: Seat, mv: &Self::Move) -> Result<Vec<Claim>, Illegal> {
        let listed = match B::waits(&at.0) {
            Waits::Move(mover) if is(Flaw::OwesOthers) => B::owes(&at.0, mover, &mv.0),
            _ => B::owes(&at.0, seat, &mv.0),
        };
        match listed {
            Ok(_) if is(Flaw::OwesStrict) => Err(Illegal("never")),
            Err(_) if is(Flaw::OwesPanics) => panic!("an engine that believes what it is sent"),
            Ok(mut owed) if is(Flaw::FalseClaim) => {
                owed.push(Claim::Within { piece: PieceId(0), kinds: KindSet::default() });
                Ok(owed)
            }
            listed => listed,
        }
    }

    fn owes_skip(at: &Self::Position, seat: Seat) -> Vec<Claim> {
        let mut owed = B::owes_skip(&at.0, seat);
        for claim in &mut owed {
            if let Claim::CanMove { pieces } = claim
                && is(Flaw::UnorderedClaim)
            {
                pieces.reverse();
            }
        }
        owed
    }

    fn admits(at: &Self::Position, seat: Seat, choice: &Self::Choice) -> Result<(), Vec<Fault>> {
        match B::admits(&at.0, seat, &choice.0) {
            Ok(()) if is(Flaw::AdmitsNone) => Err(Vec::new()),
            Err(_) if is(Flaw::AdmitsAll) => Ok(()),
            admitted => admitted,
        }
    }

    fn hides(at: &Self::Position, seat: Seat, secret: &Self::Secret) -> Result<(), Vec<Fault>> {
        if is(Flaw::HidesNothing) { Err(Vec::new()) } else { B::hides(&at.0, seat, secret) }
    }

    fn apply(at: &mut Self::Position, event: &Event<Self>) -> Result<(), Illegal> {
        let event = straight(event);
        if refuses(&event) {
            return Err(Illegal("never"));
        }
        let Some(event) = taken_as(&at.0, &event) else {
            return Ok(());
        };
        let applied = B::apply(&mut at.0, &event);
        if applied.is_err() && is(Flaw::MutatesFirst) {
            let one = B::living(&at.0).lowest().map_or(SeatSet::EMPTY, SeatSet::one);
            let _ = B::apply(&mut at.0, &Event::Out(one, Cause::Refused));
        }
        applied
    }

    fn kind(secret: &Self::Secret, piece: PieceId) -> Option<Kind> {
        B::kind(secret, piece)
    }

    fn army(secret: &Self::Secret) -> Vec<PieceId> {
        let mut army = B::army(secret);
        if is(Flaw::ArmyUnordered) {
            army.reverse();
        }
        army
    }

    fn moves(at: &Self::Position, seat: Seat, known: &Known<Self>) -> Vec<Self::Move> {
        let asked = match B::waits(&at.0) {
            Waits::Move(mover) if is(Flaw::OthersMove) => mover,
            _ => seat,
        };
        let mut moves: Vec<_> = B::moves(&at.0, asked, &told(known)).into_iter().map(Mv).collect();
        match FLAW.get() {
            Flaw::NoMoves => moves.clear(),
            Flaw::Reversed => moves.reverse(),
            Flaw::MoveTwice => moves.extend(moves.last().cloned()),
            Flaw::MoveMissing if moves.len() > 1 => drop(moves.pop()),
            _ => {}
        }
        moves
    }

    fn choices(at: &Self::Position, seat: Seat) -> Option<Vec<Self::Choice>> {
        if is(Flaw::AdmitsAll) {
            return None;
        }
        let mut choices: Vec<_> = B::choices(&at.0, seat)?.into_iter().map(Ch).collect();
        match FLAW.get() {
            Flaw::ChoiceTwice => choices.extend(choices.last().cloned()),
            Flaw::ChoiceMissing => drop(choices.pop()),
            _ => {}
        }
        Some(choices)
    }

    fn view(at: &Self::Position, known: &Known<Self>) -> View {
        let mut view = B::view(&at.0, &told(known));
        match FLAW.get() {
            Flaw::Leaks => view.facts.push(("leak", vec![MEMORY.get()])),
            Flaw::FalseLiving => view.living = SeatSet::EMPTY,
            Flaw::AllLive => view.living = Self::living(at),
            Flaw::FalseKind if known.secrets.len() < 2 => {
                for token in view.tokens.iter_mut().flatten() {
                    token.kind = token.kind.map(|kind| Kind((kind.0 + 1) % 4));
                }
            }
            _ => {}
        }
        view
    }

    fn picks(at: &Self::Position, mv: &Self::Move) -> Vec<Pick> {
        match FLAW.get() {
            Flaw::SamePicks => vec![Pick::Word("this")],
            Flaw::PicksBeyond => vec![Pick::Node(u16::MAX)],
            Flaw::NoPicks => Vec::new(),
            _ => B::picks(&at.0, &mv.0),
        }
    }

    fn any_choice(at: &Self::Position, seat: Seat, below: Chooser<'_>) -> Self::Choice {
        Ch(B::any_choice(&at.0, seat, below))
    }

    fn any_secret(at: &Self::Position, seat: Seat, below: Chooser<'_>) -> Option<Self::Secret> {
        if is(Flaw::Leaks) {
            remembered();
        }
        B::any_secret(&at.0, seat, below)
    }

    fn board(rules: &Self::Rules) -> Board {
        let mut board = B::board(rules);
        if is(Flaw::TwinNodes) {
            board.nodes.iter_mut().for_each(|node| node.name.truncate(1));
        }
        if is(Flaw::BackwardLink) {
            board.links.push((1, 0));
        }
        board
    }

    fn kinds(rules: &Self::Rules) -> &'static [KindName] {
        B::kinds(rules)
    }

    fn write_move(at: &Self::Position, mv: &Self::Move) -> String {
        let text = B::write_move(&at.0, &mv.0);
        match FLAW.get() {
            Flaw::SameText => "moves".to_owned(),
            Flaw::MovePadded => text + " ",
            _ => text,
        }
    }

    fn read_move(at: &Self::Position, text: &str) -> Result<Self::Move, Fault> {
        let read = B::read_move(&at.0, text).map(Mv);
        match FLAW.get() {
            Flaw::MoveUnreadable => Err(Fault::new(text, "never")),
            Flaw::TextPanics => Ok(read.expect("a reader that believes what people type")),
            Flaw::MovePadded => B::read_move(&at.0, text.trim()).map(Mv),
            _ => read,
        }
    }

    fn write_choice(at: &Self::Position, choice: &Self::Choice) -> String {
        if is(Flaw::SameChoiceText) { "0".to_owned() } else { B::write_choice(&at.0, &choice.0) }
    }

    fn read_choice(at: &Self::Position, text: &str) -> Result<Self::Choice, Fault> {
        if is(Flaw::ChoiceUnreadable) {
            return Err(Fault::new(text, "never"));
        }
        B::read_choice(&at.0, text).map(Ch)
    }

    fn write_secret(at: &Self::Position, secret: &Self::Secret) -> String {
        B::write_secret(&at.0, secret)
    }

    fn read_secret(at: &Self::Position, seat: Seat, text: &str) -> Result<Self::Secret, Fault> {
        B::read_secret(&at.0, seat, text)
    }

    fn write_position(at: &Self::Position, known: &Known<Self>) -> String {
        let text = B::write_position(&at.0, &told(known));
        if is(Flaw::TwoLines) { format!("{text}\n") } else { text }
    }

    fn read_position(
        rules: &Self::Rules,
        text: &str,
    ) -> Result<(Self::Position, Known<Self>), Vec<Fault>> {
        let (at, known) = B::read_position(rules, text)?;
        if is(Flaw::LineUnreadable) {
            return Err(Vec::new());
        }
        let viewer = known.viewer.filter(|_| !is(Flaw::LineForgetsViewer));
        Ok((At(at), Known { viewer, secrets: known.secrets }))
    }
}
