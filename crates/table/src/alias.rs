//! A name for a player who has not given one.

use record::Name;

/// Pleasant places, times and weathers. Every character of both lists is of level 1 of GB 2312, so
/// that any Chinese font has it.
const WHERE: [&str; 40] = [
    "青山", "白云", "清风", "明月", "晚霞", "晨光", "春雨", "秋水", "冬雪", "夏荷", "金秋", "碧海",
    "星河", "江南", "北国", "东海", "西湖", "长河", "飞雪", "流云", "翠竹", "红叶", "苍松", "幽谷",
    "绿洲", "蓝天", "朝阳", "晴空", "暖阳", "小桥", "古城", "远山", "花溪", "草原", "银杏", "梅花",
    "兰草", "桃园", "柳岸", "竹林",
];

/// Animals that nobody is called by in anger, and people of leisure.
const WHO: [&str; 40] = [
    "白鹤", "仙鹤", "孔雀", "喜鹊", "燕子", "大雁", "鸿雁", "云雀", "画眉", "海鸥", "天鹅", "白鸽",
    "翠鸟", "山雀", "百灵", "雄鹰", "飞鸿", "梅鹿", "白鹿", "小鹿", "白象", "骏马", "白马", "松鼠",
    "玉兔", "熊猫", "飞龙", "青龙", "金鱼", "锦鲤", "飞鱼", "蝴蝶", "青蛙", "萤火", "棋手", "书生",
    "渔翁", "琴师", "牧童", "旅人",
];

/// A name of two words, chosen by this randomness.
pub(crate) fn alias(random: [u8; 32]) -> Name {
    let [a, b, c, d, ..] = random;
    let pick = |list: &[&'static str], low, high| {
        let number = usize::from(u16::from_le_bytes([low, high]));
        list.get(number % list.len()).copied().unwrap_or_default()
    };
    let name = format!("{}{}", pick(&WHERE, a, b), pick(&WHO, c, d));
    Name::new(&name).expect("four plain characters")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pair_of_words_is_a_name_and_no_word_comes_twice() {
        for list in [WHERE, WHO] {
            assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), list.len());
            assert!(list.iter().all(|word| word.chars().count() == 2));
        }
        let mut names = BTreeSet::new();
        for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
            let mut random = [0; 32];
            (random[0], random[2]) = (a, b);
            names.insert(alias(random));
        }
        assert_eq!(names.len(), 1600);
        assert_eq!(alias([0; 32]).as_str(), "青山白鹤");
    }
}
