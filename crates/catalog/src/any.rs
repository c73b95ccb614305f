//! [`Any`]: the enum of all games that is itself a [`Game`].

use game::{
    BadRules, Board, Canon, Cause, Chooser, Claim, Event, Fault, Game, Hiding, Illegal, Kind,
    KindName, Known, Malformed, Pick, PieceId, Ply, Seat, SeatSet, Showing, Side, View, Waits,
};

/// Any game of the catalog. Encodings carry no tag: the rules say which game it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Any {}

/// A value of one game where another's was needed.
const OTHER_GAME: &str = "it is of another game";

/// Makes the enums of [`Any`] and their dispatch: one line for each game.
macro_rules! games {
    ($($name:ident: $game:ty = $id:expr, $version:expr;)+) => {
        games!(@enum Options, "Options of a game, as somebody typed or picked them.", Options, [Eq], $($name: $game;)+);
        games!(@enum Rules, "Checked options of a game.", Rules, [Eq], $($name: $game;)+);
        games!(@enum Position, "A position of a game.", Position, [Eq], $($name: $game;)+);
        games!(@enum Move, "A move of a game.", Move, [Eq, PartialOrd, Ord], $($name: $game;)+);
        games!(@enum Choice, "A choice of a game.", Choice, [Eq], $($name: $game;)+);
        games!(@enum Secret, "A hidden arrangement of a game.", Secret, [Eq], $($name: $game;)+);
        games!(@canon Position, "position", $($name: $game;)+);
        games!(@canon Move, "move", $($name: $game;)+);
        games!(@canon Choice, "choice", $($name: $game;)+);
        games!(@canon Secret, "secret", $($name: $game;)+);

        impl Game for Any {
            type Options = Options;
            type Rules = Rules;
            type Position = Position;
            type Move = Move;
            type Choice = Choice;
            type Secret = Secret;

            fn rules(options: &Options) -> Result<Rules, Vec<Fault>> {
                match options { $(Options::$name(it) => <$game>::rules(it).map(Rules::$name),)+ }
            }
            fn id(rules: &Rules) -> &'static str {
                match rules { $(Rules::$name(it) => <$game>::id(it),)+ }
            }
            fn version(rules: &Rules) -> u16 {
                match rules { $(Rules::$name(it) => <$game>::version(it),)+ }
            }
            fn write_rules(rules: &Rules) -> Vec<u8> {
                match rules { $(Rules::$name(it) => <$game>::write_rules(it),)+ }
            }
            fn read_rules(id: &str, version: u16, bytes: &[u8]) -> Result<Rules, BadRules> {
                $(if id == $id {
                    return <$game>::read_rules(id, version, bytes).map(Rules::$name);
                })+
                Err(BadRules::UnknownGame(id.chars().filter(char::is_ascii_graphic).collect()))
            }
            fn seats(rules: &Rules) -> u8 {
                match rules { $(Rules::$name(it) => <$game>::seats(it),)+ }
            }
            fn side(rules: &Rules, seat: Seat) -> Side {
                match rules { $(Rules::$name(it) => <$game>::side(it, seat),)+ }
            }
            fn hiding(rules: &Rules) -> Option<Hiding> {
                match rules { $(Rules::$name(it) => <$game>::hiding(it),)+ }
            }
            fn start(rules: &Rules) -> Position {
                match rules { $(Rules::$name(it) => Position::$name(<$game>::start(it)),)+ }
            }
            fn waits(at: &Position) -> Waits {
                match at { $(Position::$name(at) => <$game>::waits(at),)+ }
            }
            fn living(at: &Position) -> SeatSet {
                match at { $(Position::$name(at) => <$game>::living(at),)+ }
            }
            fn ply(at: &Position) -> Ply {
                match at { $(Position::$name(at) => <$game>::ply(at),)+ }
            }
            fn begun(at: &Position) -> bool {
                match at { $(Position::$name(at) => <$game>::begun(at),)+ }
            }
            fn owes(at: &Position, seat: Seat, mv: &Move) -> Result<Vec<Claim>, Illegal> {
                match (at, mv) {
                    $((Position::$name(at), Move::$name(mv)) => <$game>::owes(at, seat, mv),)+
                    _ => Err(Illegal(OTHER_GAME)),
                }
            }
            fn owes_skip(at: &Position, seat: Seat) -> Vec<Claim> {
                match at { $(Position::$name(at) => <$game>::owes_skip(at, seat),)+ }
            }
            fn admits(at: &Position, seat: Seat, choice: &Choice) -> Result<(), Vec<Fault>> {
                match (at, choice) {
                    $((Position::$name(at), Choice::$name(it)) => <$game>::admits(at, seat, it),)+
                    _ => Err(vec![Fault::new("choice", OTHER_GAME)]),
                }
            }
            fn hides(at: &Position, seat: Seat, secret: &Secret) -> Result<(), Vec<Fault>> {
                match (at, secret) {
                    $((Position::$name(at), Secret::$name(it)) => <$game>::hides(at, seat, it),)+
                    _ => Err(vec![Fault::new("set-up", OTHER_GAME)]),
                }
            }
            fn apply(at: &mut Position, event: &Event<Self>) -> Result<(), Illegal> {
                match at {
                    $(Position::$name(at) => {
                        let mv = |mv: &Move| match mv {
                            Move::$name(mv) => Some(mv.clone()),
                            _ => None,
                        };
                        let choice = |choice: &Choice| match choice {
                            Choice::$name(choice) => Some(choice.clone()),
                            _ => None,
                        };
                        let event = event_of::<$game>(event, mv, choice);
                        <$game>::apply(at, &event.ok_or(Illegal(OTHER_GAME))?)
                    })+
                }
            }
            fn kind(secret: &Secret, piece: PieceId) -> Option<Kind> {
                match secret { $(Secret::$name(it) => <$game>::kind(it, piece),)+ }
            }
            fn army(secret: &Secret) -> Vec<PieceId> {
                match secret { $(Secret::$name(it) => <$game>::army(it),)+ }
            }
            fn secret_of(at: &Position, seat: Seat, kinds: &[Kind]) -> Option<Secret> {
                match at {
                    $(Position::$name(at) => {
                        <$game>::secret_of(at, seat, kinds).map(Secret::$name)
                    })+
                }
            }
            fn may_see(at: &Position, viewer: Seat) -> SeatSet {
                match at { $(Position::$name(at) => <$game>::may_see(at, viewer),)+ }
            }
            fn moves(at: &Position, seat: Seat, known: &Known<Self>) -> Vec<Move> {
                match at {
                    $(Position::$name(at) => {
                        let moves = <$game>::moves(at, seat, &games!(@known known, $name, $game));
                        moves.into_iter().map(Move::$name).collect()
                    })+
                }
            }
            fn choices(at: &Position, seat: Seat) -> Option<Vec<Choice>> {
                match at {
                    $(Position::$name(at) => {
                        let choices = <$game>::choices(at, seat)?;
                        Some(choices.into_iter().map(Choice::$name).collect())
                    })+
                }
            }
            fn view(at: &Position, known: &Known<Self>) -> View {
                match at {
                    $(Position::$name(at) => {
                        <$game>::view(at, &games!(@known known, $name, $game))
                    })+
                }
            }
            fn picks(at: &Position, mv: &Move) -> Vec<Pick> {
                match (at, mv) {
                    $((Position::$name(at), Move::$name(mv)) => <$game>::picks(at, mv),)+
                    _ => Vec::new(),
                }
            }
            fn any_choice(at: &Position, seat: Seat, below: Chooser<'_>) -> Choice {
                match at {
                    $(Position::$name(at) => Choice::$name(<$game>::any_choice(at, seat, below)),)+
                }
            }
            fn any_secret(at: &Position, seat: Seat, below: Chooser<'_>) -> Option<Secret> {
                match at {
                    $(Position::$name(at) => {
                        <$game>::any_secret(at, seat, below).map(Secret::$name)
                    })+
                }
            }
            fn board(rules: &Rules) -> Board {
                match rules { $(Rules::$name(it) => <$game>::board(it),)+ }
            }
            fn kinds(rules: &Rules) -> &'static [KindName] {
                match rules { $(Rules::$name(it) => <$game>::kinds(it),)+ }
            }
            fn write_move(at: &Position, mv: &Move) -> String {
                match (at, mv) {
                    $((Position::$name(at), Move::$name(mv)) => <$game>::write_move(at, mv),)+
                    _ => String::new(),
                }
            }
            fn read_move(at: &Position, text: &str) -> Result<Move, Fault> {
                match at {
                    $(Position::$name(at) => <$game>::read_move(at, text).map(Move::$name),)+
                }
            }
            fn write_choice(at: &Position, choice: &Choice) -> String {
                match (at, choice) {
                    $((Position::$name(at), Choice::$name(it)) => <$game>::write_choice(at, it),)+
                    _ => String::new(),
                }
            }
            fn read_choice(at: &Position, text: &str) -> Result<Choice, Fault> {
                match at {
                    $(Position::$name(at) => <$game>::read_choice(at, text).map(Choice::$name),)+
                }
            }
            fn write_secret(at: &Position, secret: &Secret) -> String {
                match (at, secret) {
                    $((Position::$name(at), Secret::$name(it)) => <$game>::write_secret(at, it),)+
                    _ => String::new(),
                }
            }
            fn read_secret(at: &Position, seat: Seat, text: &str) -> Result<Secret, Fault> {
                match at {
                    $(Position::$name(at) => {
                        <$game>::read_secret(at, seat, text).map(Secret::$name)
                    })+
                }
            }
            fn write_position(at: &Position, known: &Known<Self>) -> String {
                match at {
                    $(Position::$name(at) => {
                        <$game>::write_position(at, &games!(@known known, $name, $game))
                    })+
                }
            }
            fn read_position(
                rules: &Rules,
                text: &str,
            ) -> Result<(Position, Known<Self>), Vec<Fault>> {
                match rules {
                    $(Rules::$name(rules) => {
                        let (at, known) = <$game>::read_position(rules, text)?;
                        let secrets = known.secrets.into_iter();
                        let secrets = secrets.map(|(seat, it)| (seat, Secret::$name(it)));
                        let known = Known { viewer: known.viewer, secrets: secrets.collect() };
                        Ok((Position::$name(at), known))
                    })+
                }
            }
        }
    };
    (@enum $enum:ident, $doc:literal, $of:ident, [$($more:ident),*], $($name:ident: $game:ty;)+) => {
        #[doc = $doc]
        #[allow(clippy::large_enum_variant, reason = "few are held at a time; a box would cost more")]
        #[derive(Clone, PartialEq, Debug, $($more),*)]
        pub enum $enum {
            $(#[doc = concat!("Of ", stringify!($name), ".")] $name(<$game as Game>::$of),)+
        }
    };
    (@canon $enum:ident, $what:literal, $($name:ident: $game:ty;)+) => {
        impl Canon<Rules> for $enum {
            fn encode_into(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$name(it) => {
                        Canon::<<$game as Game>::Rules>::encode_into(it, out);
                    })+
                }
            }
            fn decode(rules: &Rules, bytes: &[u8]) -> Result<Self, Malformed> {
                match rules {
                    $(Rules::$name(rules) => {
                        <$game as Game>::$enum::decode(rules, bytes).map(Self::$name)
                    })+
                }
            }
        }
    };
    (@known $known:ident, $name:ident, $game:ty) => {
        Known::<$game> {
            viewer: $known.viewer,
            secrets: $known
                .secrets
                .iter()
                .filter_map(|(seat, secret)| match secret {
                    Secret::$name(it) => Some((*seat, it.clone())),
                    _ => None,
                })
                .collect(),
        }
    };
}

games! {
    Laoqi: laoqi::Laoqi = laoqi::ID, laoqi::VERSION;
    Junqi: junqi::Junqi = junqi::ID, junqi::VERSION;
    Shouhu: shouhu::Shouhu = shouhu::ID, shouhu::VERSION;
}

/// The event of one game; none if it holds a move or choice of another.
pub(crate) fn event_of<G: Game>(
    event: &Event<Any>,
    mv: impl Fn(&Move) -> Option<G::Move>,
    choice: impl Fn(&Choice) -> Option<G::Choice>,
) -> Option<Event<G>> {
    let showing = |showing: &Showing<Choice>| match showing {
        Showing::Shown(it) => choice(it).map(Showing::Shown),
        Showing::Absent => Some(Showing::Absent),
        Showing::Withheld => Some(Showing::Withheld),
    };
    Some(match event {
        Event::Moved(seat, it) => Event::Moved(*seat, mv(it)?),
        Event::Unsealed(showings) => {
            let each = showings.iter().map(|(seat, it)| Some((*seat, showing(it)?)));
            Event::Unsealed(each.collect::<Option<_>>()?)
        }
        Event::Deployed(seats) => Event::Deployed(*seats),
        Event::Tossed(value) => Event::Tossed(*value),
        Event::Ruled(answers) => Event::Ruled(answers.clone()),
        Event::Skipped(seat) => Event::Skipped(*seat),
        Event::Out(seats, cause) => Event::Out(*seats, Cause::clone(cause)),
        Event::Agreed => Event::Agreed,
    })
}
