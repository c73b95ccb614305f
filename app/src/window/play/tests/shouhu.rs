//! 守护棋 on the same page: layouts, lent moves, hops, second steps.

use catalog::{GameName, Position};
use egui_kittest::kittest::Queryable as _;
use game::Known;
use table::{KeptLayout, Name};

use super::*;
use crate::window::stage::{everywhere, game_of, has, rules_of, run};

const STANDARD: &str = "RNB..BNR/..AP.A../.C....C./P.P..P.P";

fn begun(words: &str, own: &[u8]) -> MatchView {
    game_of(&rules_of(GameName::Shouhu, words), own)
}

/// A match at a position of nine ranks.
fn at(cells: &str, more: &str) -> MatchView {
    let mut game = begun("standard red=seat_0", &[0]);
    let line = format!("viewer=- cells={cells} red=0 {more} living=01 history=-");
    let (line, stage) = line.split_once(" stage=").map_or((line.as_str(), ""), |it| it);
    let (stage, rest) = stage.split_once(' ').unwrap_or((stage, ""));
    let line = format!("{line} {rest} stage={stage}");
    let (position, _): (Position, Known<Any>) =
        Any::read_position(&game.contract.rules, line.trim()).unwrap();
    game.position = position;
    crate::window::stage::ask(&mut game);
    game
}

fn turn(cells: &str) -> MatchView {
    at(cells, "turn=0 score=0,0 quiet=3 ply=5 stage=turn")
}

#[test]
fn a_layout_is_arranged_by_cells_and_given_when_it_is_legal() {
    let game = begun("sealed red=seat_0", &[0]);
    let mut page = open(game.clone());
    page.get_by_label("布阵");
    assert!(has(&page, "a1、己方车"));
    // Two cells change places; two guardians are wrong, and nothing can be given.
    click(&mut page, "a1、己方车、能动");
    click(&mut page, "d1、空、能动、0 座的禁区");
    assert!(has(&page, "d2：禁区里只能有一枚守护者"));
    click(&mut page, "封存这份布阵");
    assert_eq!(decided(&page, &game), Vec::<String>::new());
    click(&mut page, "标准");
    click(&mut page, "左右对调");
    click(&mut page, "封存这份布阵");
    let mirrored = "RNB..BNR/..A.PA../.C....C./P.P..P.P";
    assert_eq!(decided(&page, &game), [format!("0 {mirrored}")]);
}

#[test]
fn layouts_are_kept_by_name_and_taken_again() {
    let kept = "NRB..BNR/..AP.A../.C....C./P.P..P.P";
    let game = begun("sealed red=seat_0", &[0]);
    let mut stage = stage(game.clone());
    let of = |game, name: &str, line: &str| KeptLayout {
        game,
        name: Name::new(name).unwrap(),
        line: line.into(),
    };
    stage.view.layouts =
        vec![of(GameName::Shouhu, "左翼", kept), of(GameName::Junqi, "别的", "MGDDB")];
    let mut page = stage.open([1100.0, 900.0], Play::ui);
    assert!(page.query_by_label("取用“别的”").is_none());
    click(&mut page, "取用“左翼”");
    assert!(has(&page, "a1、己方马"));
    page.get_by_label("名字").focus();
    page.run();
    page.get_by_label("名字").type_text("右翼");
    page.run();
    click(&mut page, "存下");
    click(&mut page, "删掉“左翼”");
    let asked = page.state_mut().asked();
    let wanted = of(GameName::Shouhu, "右翼", kept);
    let dropped = Command::DropLayout(GameName::Shouhu, Name::new("左翼").unwrap());
    assert_eq!(asked, [Command::KeepLayout(wanted), dropped]);
    let random = |page: &mut Page| {
        click(page, "随机");
        click(page, "封存这份布阵");
    };
    random(&mut page);
    assert_eq!(decided(&page, &game).len(), 1);
}

#[test]
fn what_was_arranged_is_not_shown_to_the_other_at_this_screen() {
    let game = begun("sealed red=seat_0", &[0, 1]);
    let mut page = open(game);
    page.get_by_label_contains("把屏幕交给 0 座");
    assert!(!has(&page, "己方车"));
    click(&mut page, "交好了，开始");
    assert!(has(&page, "a1、己方车"));
}

#[test]
fn a_soldier_hops_step_by_step_and_stops_where_it_is_told() {
    // From d2 over the chariot on d3 to d4, and on over e5 to f6.
    let game = turn("7r/8/8/8/4R3/8/3R4/3P4/8");
    for (more, wanted) in [
        (vec!["跳到这里为止"], "0 d2-d4"),
        (vec!["d4、空、已选"], "0 d2-d4"),
        (vec!["f6、空、可走"], "0 d2-d4-f6"),
    ] {
        let mut page = open(game.clone());
        let own = "d2、己方兵、能动、守护者、0 座的禁区、d3 可以让 d2 的兵跳过";
        click(&mut page, own);
        click(&mut page, "d4、空、可走");
        assert_eq!(decided(&page, &game), Vec::<String>::new());
        for label in more {
            click(&mut page, label);
        }
        assert_eq!(decided(&page, &game), [wanted]);
    }
}

#[test]
fn a_piece_in_hand_is_put_down_and_one_that_scored_sent_back() {
    let held = at("7r/8/8/6R1/8/8/8/8/8", "turn=0 score=0,0 quiet=3 ply=5 stage=drop:p");
    let mut page = open(held.clone());
    assert!(has(&page, "点一格，放下吃到的兵。"));
    assert!(has(&page, "0 座要放下吃到的1 军的兵"));
    click(&mut page, "a9、空、可走");
    assert_eq!(decided(&page, &held), ["0 @a9"]);
    let owed = at("8/8/8/R7/8/8/8/4r3/8", "turn=0 score=0,1 quiet=0 ply=5 stage=return:e2");
    let mut page = open(owed.clone());
    assert!(has(&page, "点一格，遣返 e2 上得了分的棋子。"));
    assert!(has(&page, "比分：0 座 0、1 座 1") && has(&page, "0 手，满 100 手和棋"));
    click(&mut page, "h9、空、可走");
    assert_eq!(decided(&page, &owed), ["0 ^h9"]);
}

#[test]
fn an_own_piece_is_taken_only_after_a_second_look_and_a_stone_at_once() {
    let game = turn("7r/8/8/8/2R*4/8/8/8/2R5");
    let mut page = open(game.clone());
    click(&mut page, "c1、己方车、能动");
    click(&mut page, "c5、己方车、可吃、河");
    assert_eq!(decided(&page, &game), Vec::<String>::new());
    assert!(has(&page, "吃到 0 军的车"));
    press(&mut page, Key::Escape);
    click(&mut page, "c5、己方车、能动、河");
    click(&mut page, "d5、河中石、可吃、河");
    assert_eq!(decided(&page, &game), ["0 c5-d5"]);
}

#[test]
fn pieces_are_placed_by_word_and_cell() {
    let game = begun("alternate red=seat_0", &[0]);
    let mut page = open(game.clone());
    click(&mut page, "放车");
    click(&mut page, "a1、空、可走");
    assert_eq!(decided(&page, &game), ["0 R*a1"]);
}

#[test]
fn every_stage_is_shown_in_every_language_and_theme() {
    for game in [
        begun("sealed red=seat_0", &[0]),
        begun("alternate red=seat_0", &[0]),
        begun("eight-stones placement=standard red=seat_0", &[0]),
        begun("standard red=seat_0", &[0, 1]),
    ] {
        everywhere(&mut open(game), run);
    }
    let _ = STANDARD;
}

#[test]
fn while_it_is_set_up_nobody_is_asked_for_a_gesture_or_a_move() {
    for words in ["sealed red=seat_0", "alternate red=seat_0"] {
        let game = begun(words, &[0]);
        let is_own = !game.awaited.is_empty();
        let page = open(game);
        assert!(has(&page, if is_own { "（甲）、请布阵" } else { "（乙）、布阵中" }), "{words}");
        assert!(!has(&page, "手势") && !has(&page, "请走") && !has(&page, "轮到你行动"));
    }
    let game = begun("alternate red=seat_0", &[0, 1]);
    let seat = game.awaited.lowest().unwrap();
    let page = open(game);
    assert!(has(&page, &format!("轮到 {seat} 座（")) && has(&page, "）：请布阵"));
    let playing = open(begun("standard red=seat_0", &[0]));
    assert!(has(&playing, "（甲）、请走"));
    playing.get_by_label("轮到你行动");
}
