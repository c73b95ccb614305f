//! rules.md §13 and §3: options and layouts, by example.

use crate::support::seat;
use game::{Canon as _, Game as _, SeatSet};
use junqi::{
    AllyView, BoardKind, Colours, FlagTakers, Junqi, Kind, Layout, LosersView, Mines, Mode,
    Options, Remains, Repetition, Rules, Sides, SmallHitsBig, Switch, Turns, rules_from_pairs,
};

/// The options that are faulted, with those of the reasons.
fn faulted(options: &Options) -> Vec<String> {
    let faults = Rules::new(options).map_or_else(|faults| faults, |_| Vec::new());
    faults.into_iter().map(|fault| fault.place).collect()
}

/// §13.1, §13.2
#[test]
fn each_contradiction_is_named() {
    let plain = Options::plain;
    let (hidden, open, flip) = (Mode::Hidden, Mode::Open, Mode::Flip);
    let cases = [
        (Options { scouting: Switch::On, ..plain(2, open) }, "scouting"),
        (Options { scouting: Switch::On, ..plain(2, flip) }, "scouting"),
        (Options { mines_first: Switch::On, ..plain(2, hidden) }, "mines_first"),
        (Options { remains: Remains::Stay, ..plain(4, hidden) }, "remains"),
        (Options { remains: Remains::Stay, ..plain(2, open) }, "remains"),
        (Options { remains: Remains::Stay, ..plain(2, flip) }, "remains"),
        (Options { ally_view: AllyView::All, ..plain(4, hidden) }, "ally_view"),
        (Options { ally_view: AllyView::Allies, ..plain(3, hidden) }, "ally_view"),
        (Options { ally_view: AllyView::Allies, ..plain(4, open) }, "ally_view"),
        (Options { ally_view: AllyView::All, ..plain(4, open) }, "ally_view"),
        (Options { losers_view: LosersView::None, ..plain(2, hidden) }, "losers_view"),
        (Options { losers_view: LosersView::None, ..plain(4, open) }, "losers_view"),
        (Options { crossings: Switch::On, ..plain(4, hidden) }, "crossings"),
        (Options { crossings: Switch::On, ..Options::CORNERS_2P }, "crossings"),
        (Options { board: BoardKind::Siguo, ..plain(4, hidden) }, "board"),
        (Options { board: BoardKind::Siguo, ..plain(2, flip) }, "board"),
        (Options { repetition: Repetition::ChaserLoses, ..plain(2, hidden) }, "repetition"),
        (Options { repetition: Repetition::Off, ..plain(3, open) }, "repetition"),
        (Options { turns: Turns::Straight, ..plain(2, open) }, "turns"),
        (Options { bomb_flies: Switch::On, turns: Turns::Corners, ..plain(2, open) }, "bomb_flies"),
        (Options { marshal_shows_flag: Switch::Off, ..plain(2, open) }, "marshal_shows_flag"),
        (Options { marshal_shows_flag: Switch::Off, ..plain(2, flip) }, "marshal_shows_flag"),
        (Options { bomb_front: Switch::On, ..plain(2, flip) }, "bomb_front"),
        (Options { flag_takers: FlagTakers::NotMarshal, ..plain(2, flip) }, "flag_takers"),
        (Options { colours: Colours::FirstFlip, ..plain(2, open) }, "colours"),
        (Options { small_hits_big: SmallHitsBig::Forbidden, ..plain(2, open) }, "small_hits_big"),
        (Options { sides: Sides::Alternate, ..plain(4, open) }, "sides"),
        (Options { sides: Sides::Opposite, ..plain(2, open) }, "sides"),
        (Options { leader: SeatSet::first(2), ..plain(4, open) }, "leader"),
        (Options { leader: SeatSet::first(3), ..plain(6, open) }, "leader"),
        (Options { leader: SeatSet::one(seat(0)), ..plain(6, open) }, "leader"),
        (Options { seats: 5, sides: Sides::Ffa, ..plain(2, open) }, "seats"),
        (Options { quiet_limit: 1000, ..plain(2, open) }, "quiet_limit"),
        (Options { timeouts: 100, ..plain(2, open) }, "timeouts"),
    ];
    for (options, place) in cases {
        assert_eq!(faulted(&options), [place], "{options:?}");
    }
    assert!(faulted(&plain(3, flip)).contains(&"seats".into()));
}

/// §13.1: all at once.
#[test]
fn every_contradiction_is_named_at_once() {
    let options = Options {
        mines_first: Switch::On,
        repetition: Repetition::ChaserLoses,
        turns: Turns::Straight,
        colours: Colours::FirstFlip,
        ..Options::QQ_2P
    };
    let mut all = faulted(&options);
    all.sort();
    assert_eq!(all, ["colours", "mines_first", "repetition", "turns"]);
}

#[test]
fn options_are_set_by_name_and_listed_as_they_are_set() {
    for (name, options) in Options::PRESETS {
        assert_eq!(faulted(&options), [""; 0], "{name}");
        assert_eq!(Options::preset(name), Some(options));
        let pairs = options.pairs();
        let borrowed = pairs.iter().map(|(key, value)| (*key, value.as_str()));
        assert_eq!(rules_from_pairs(borrowed).unwrap().options(), &options, "{name}");
    }
    for key in Options::KEYS {
        assert!(Options::values(key).is_some(), "{key}");
        assert!(Options::default().set(key, "no such value").is_err(), "{key}");
    }
    assert!(Options::values("seat").is_none());
    // Other seats and another mode bring their defaults; what was chosen stays.
    let pairs = [("mines", "mutual"), ("quiet_limit", "70"), ("mode", "flip")];
    let flip = *rules_from_pairs(pairs).unwrap().options();
    assert_eq!(flip, Options { mines: Mines::Mutual, quiet_limit: 70, ..Options::FLIP });
    let (six, faults) = Options::CLASSIC.with([("seats", "6")]);
    assert_eq!((six.sides, six.mines, faults.len()), (Sides::Alternate, Mines::Mutual, 0));
    let led = rules_from_pairs([("leader", "lowest"), ("seats", "6")]).unwrap();
    assert_eq!(led.options().leader, SeatSet::first(2));
    let led = rules_from_pairs([("leader", "25"), ("seats", "6")]).unwrap();
    assert_eq!(led.options().leader.mask(), 0b100100);
    let faults = rules_from_pairs([("seats", "9"), ("no", "x"), ("mode", "flip"), ("hq", "")]);
    let places: Vec<_> = faults.unwrap_err().into_iter().map(|fault| fault.place).collect();
    assert_eq!(places, ["seats", "no", "hq"]);
}

/// §3.1: a layout of the notes, and each way to break it.
#[test]
fn every_fault_of_a_layout_is_named_with_its_cell() {
    let rules = Rules::new(&Options::QQ_4P).unwrap();
    let faults = |text: &str| {
        let layout = Layout::read(text).unwrap();
        let faults = layout.faults(&rules, seat(1)).into_iter();
        faults.map(|fault| format!("{}: {}", fault.place, fault.reason)).collect::<Vec<_>>()
    };
    let good = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";
    assert_eq!(faults(good), [""; 0]);
    assert_eq!(Layout::read(good).unwrap().write(), good);
    assert_eq!(faults("GDDBB/RRY/YCCC/PPP/EEEZZ/LFLLM"), [""; 0], "rules.md §12.2");
    assert_eq!(
        faults("MGDDZ/BRR/YYCC/CPL/PEEPF/LBLZE"),
        [
            "11e: no bomb stands in the first row",
            "14e: mines lie in the last two rows",
            "15e: the flag stands in a headquarters",
        ]
    );
    assert_eq!(
        faults("MMDDB/BRR/YYCC/CPP/PEELZ/LFLZF"),
        [
            "11b: one M too many: a seat has 1",
            "16e: the flag stands in a headquarters",
            "16e: one F too many: a seat has 1",
            "layout: 0 of the 1 G are placed",
            "layout: 2 of the 3 E are placed",
        ]
    );
    let front = Rules::new(&Options { bomb_front: Switch::On, ..Options::QQ_4P }).unwrap();
    let layout = Layout::read("ZGDDB/BRR/YYCC/CPP/PEELM/LFLZE").unwrap();
    assert_eq!(layout.faults(&front, seat(0)), []);
    assert_eq!(layout.faults(&rules, seat(0)).len(), 1);
}

#[test]
fn layouts_that_are_no_layouts_are_refused() {
    for text in ["", "MGDDB", "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE/", "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZX"] {
        assert!(Layout::read(text).is_err(), "{text}");
    }
    let rules = Rules::new(&Options::QQ_2P).unwrap();
    let bytes = Layout::read("MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE").unwrap().encode();
    assert_eq!(bytes.len(), 25);
    assert!(Layout::decode(&rules, &bytes[1..]).is_err());
    let strange: Vec<u8> = bytes.iter().map(|byte| byte + 12).collect();
    assert!(Layout::decode(&rules, &strange).is_err());
}

#[test]
fn random_layouts_are_legal_and_of_every_sort() {
    for options in [Options::QQ_2P, Options { bomb_front: Switch::On, ..Options::QQ_2P }] {
        let rules = Rules::new(&options).unwrap();
        let mut random = crate::support::Random(5);
        let mut first_bombs = 0;
        for _ in 0..200 {
            let layout = Layout::any(&options, &mut |n| random.below(n));
            assert_eq!(layout.faults(&rules, seat(0)), []);
            first_bombs += layout.kinds()[..5].iter().filter(|k| **k == Kind::Bomb).count();
        }
        assert_eq!(first_bombs > 0, options.bomb_front == Switch::On);
    }
}

/// The digest of every preset's rules, pinned: who changes the meaning of rules raises their version,
/// and then these.
#[test]
fn rules_of_presets_have_pinned_digests() {
    let digests: Vec<String> = Options::PRESETS
        .iter()
        .map(|(name, options)| {
            let digest = game::rules_digest::<Junqi>(&Junqi::rules(options).unwrap());
            format!("{name} {}", digest.short())
        })
        .collect();
    assert_eq!(digests, PINNED);
}

const PINNED: [&str; 11] = [
    "qq-2p 15953569ed2e6846",
    "qq-4p 00402c163590cbb4",
    "classic a1c8de5676cbb330",
    "flip b71509c1769b3e1a",
    "sanguo 4450a4c1d79e3f55",
    "liuguo 5ff8dfa17922d6e3",
    "open-2p f90d3dd96b1ba3cb",
    "open-4p 515165ee49a51ecc",
    "allies-4p 076638349adaa4f2",
    "corners-2p 8447e0099e02590c",
    "scouts-2p f82ba48cf7e3ca35",
];
