# 守护棋的用语；引擎说的理由。与 en-shouhu.ftl 的键相同，由测试核对。

game-shouhu = 守护棋

## 选项

option-red = 执红先走
option-red-toss = 共同抛掷决定
option-red-seat_0 = 0 座
option-red-seat_1 = 1 座
option-placement = 布子
option-placement-sealed = 密布
option-placement-alternate = 轮流
option-placement-standard = 标准
option-stones = 河中石
option-stones-two = 二
option-stones-four = 四
option-stones-eight = 整条河
option-stones-none = 无
option-win = 胜负
option-win-first_to = 先得够分
option-win-most_after = 满手数比分
option-goal = 得胜的分
option-plies = 比分的手数
option-placement-about = 密布：各自布好封存，再一齐亮出；轮流：当众一次放一枚。
option-shouhu-quiet_limit-about = 连续这么多手没有得分、也没有吃石头，就和棋。
option-goal-about = 走进敌方禁区得一分。

preset-name-shouhu-sealed = 密布
preset-name-shouhu-alternate = 轮流布子
preset-name-shouhu-standard = 标准布子
preset-name-shouhu-four-stones = 四枚石头
preset-name-shouhu-eight-stones = 整河石头
preset-name-shouhu-no-stones = 没有石头
preset-name-shouhu-most-after = 满手比分

## 着法、事件与局面

word-place_chariot = 放车
word-place_horse = 放马
word-place_cannon = 放炮
word-place_elephant = 放象
word-place_advisor = 放士
word-place_soldier = 放兵
word-stop = 跳到这里为止
move-shouhu-drop = 放下{ $kind } { $move }
move-shouhu-return = 遣返 { $move }
change-stones = 一枚{ $kind }离开棋盘
change-held = 吃到 { $army } 军的{ $kind }，要放回它的半场
change-score = { $seat }得分，比分 { $a }
piece-of-army = { $army }的{ $kind }
fact-red = 执红：{ $a }
fact-score = 比分：{ $a }
fact-goal = 先得 { $a } 分者胜
fact-plies = 满 { $a } 手，分高者胜
fact-left = 还没有放的：0 座 { $a }；1 座 { $b }
fact-return = { $a }先把 { $b } 上得了分的棋子放回得分方的半场
fact-drop = { $a }要放下吃到的{ $b }
fact-guardians = 守护者：{ $a }
fact-shouhu-quiet = 没有得分也没有吃石头：{ $a } 手，满 { $b } 手和棋
fact-lends = { $a } 可以借给 { $b } 的士
fact-carries = { $a } 可以让 { $b } 的兵跳过

## 命令

demo-intro-shouhu =
    演示：再启动一个自己的进程，两个机器人用真实的网络连接下一局守护棋。
    布阵先各自封存、再一起亮出；每一步都签名，存进两边各自的棋谱。
layout-line-shouhu = 从己方底线起四行，a 到 h，空格写 .：车马象..象马车/..士兵.士../… 或 RNB..BNR/…
layout-line-junqi = 从第一行起，左手到右手，行营不写：司军师师旅/旅团团/… 或 MGDDB/BRR/…
match-help-shouhu =
    走法           a1-b3 走（或 a1 b3），d2-d4-f6 连跳，@c3 放下吃到的子，^c3 遣返，R*c3 布子
    moves d2       从 d2 起能走的，画在棋盘上（看 d2）
    棋盘           每个子后面是座的编号，石没有；~ 是河，# 是禁区；< > 是最后一手

## 窗口

play-drop-first = 点一格，放下吃到的{ $kind }。
play-return-first = 点一格，遣返 { $cell } 上得了分的棋子。
board-river = 河
board-zone = { $seat } 座的禁区
board-guardian = 守护者
game-shouhu-hint-R = 车直走，可以吃敌子、己子和石头；吃到的棋子要放回它的半场。
game-shouhu-hint-N = 马先直后斜，没有蹩腿。
game-shouhu-hint-C = 炮直走；吃子要正好隔一枚。
game-shouhu-hint-B = 象斜走，不限步数。
game-shouhu-hint-A = 士像旁边八格里的车马炮象那样走；旁边没有就不能动。
game-shouhu-hint-P = 兵跳过旁边的车马炮象；没有吃子就可以接着跳，停下时选“跳到这里为止”。
game-shouhu-hint-layout = 点一枚，再点要去的格，两格就交换。自己的禁区里至多一枚：它就是守护者。

## 试下

trial-begin = 从这里试下
trial-title = 试下（不记入棋谱）
trial-undo = 退一步
trial-leave = 回到棋谱

## 布阵页

set-up-title = 布阵
set-up-wait = 等 { $seats } 布阵；都封存之后一起亮出。
seat-set-up = 请布阵
play-set-up = 请布阵
play-set-up-as = 轮到 { $seat }：请布阵
set-up-state = 布阵中
set-up-note = 封存以前谁也看不见。
set-up-swap = 点两格交换；有框的是自己的半场。
set-up-standard = 标准
set-up-random = 随机
set-up-mirror = 左右对调
set-up-line = 一行布阵
set-up-give = 封存这份布阵
set-up-legal = 合规
set-up-more = 还有 { $count } 处不对。
set-up-kept = 存着的布阵
set-up-none-kept = 还没有存过。
set-up-name = 名字
set-up-save = 存下
set-up-bad-name = 这个名字不能用：一个词，24 个汉字以内。
set-up-take = 取用“{ $name }”
set-up-drop = 删掉“{ $name }”
set-up-drop-short = 删

## 引擎说的理由

reason-only-win-first-to-has-a-goal = 只有先得够分的比法有这个分数；请保持为 4
reason-only-win-most-after-counts-plies = 只有满手数比分的比法数手数；请保持为 120
reason-with-plies-it-never-acts = 满 { $n } 手就比分，这个限度用不上；请取小一些，或保持为 100
reason-a-zone-has-one-guardian-and-has-one = 禁区里只能有一枚守护者；这枚放到别处
reason-four-ranks-of-signs-with-between-them-the-base-first = 要写四行，每行八个，从底线起，行间加 /
reason-signs-one-for-each-file-from-a-to-h = 一行要有八个，从 a 到 h；空格写 .
reason-is-no-piece = “{ $value }”不是棋子；有 RNCBAP，空格写 .
reason-is-not-due-to-set-up = 现在不该它布阵
reason-no-cell-of-that-name = 棋盘上没有这一格；格子从 a1 到 h9
reason-a-move-is-as-drop-return-or-placement = 着法写成 a1-b3，放下 @c3，遣返 ^c3，布子 R*c3
reason-only-a-hops-over-several-cells = 只有兵能连跳几格；别的只写起点和终点
reason-a-enters-no-cell-twice = 兵不重复进入一格
reason-no-hop-leads-there-from-the-cell-before = 从前一格跳不到那里
reason-something-stands-there = 那里有子
reason-no-piece-beside-this-lends-it-such-a-move = 这枚士旁边没有能这样走的车马炮象
reason-no-hops-lead-this-there = 这枚兵跳不到那里
reason-this-piece-does-not-go-so = 这枚棋子不能这样走
reason-a-guardian-cannot-be-captured = 守护者不能吃
reason-the-captured-piece-could-be-put-nowhere = 吃到的棋子会无处可放，所以不能吃
reason-with-no-room-at-home-it-goes-outside-both-zones = 半场没有空格时，放在两个禁区以外
reason-nothing-has-scored = 没有棋子得分
reason-all-pieces-of-this-kind-are-placed = 这种棋子已经放完
reason-there-would-be-two-guardians-in-one-zone = 一个禁区里会有两枚守护者
reason-that-is-not-in-the-half-of-this-piece = 那里不在这枚棋子自己的半场
reason-nobody-moves-yet = 还没有开始走
reason-it-is-another-seat-s-turn = 轮到另一座
reason-a-piece-is-placed-first = 现在要布子
reason-the-piece-that-scored-is-sent-back-first = 先要遣返得了分的棋子
reason-the-captured-piece-is-put-down-first = 先要放下吃到的棋子
reason-it-is-time-to-move-a-piece = 现在要走子
reason-is-not-or = “{ $value }”不对：写 0 或 1
reason-is-not-nine-ranks-with-between-them-rank-first = “{ $value }”不对：写九行，第九行在前，行间加 /
reason-is-not-the-points-of-both-seats-as = “{ $value }”不对：写双方的分，如 0,0
reason-is-not-toss-setup-placing-return-cell-turn-drop-letter-won-seat-or-drawn = “{ $value }”不对：toss、setup、placing、return:格、turn、drop:字母、won:座、drawn 之一
reason-cells-instead-of = 有 { $n } 格，应有 { $m } 格
reason-free-cells-side-by-side-are-one-digit = 相连的空格写成一个数字
reason-by-these-rules-no-stone-lies-here = 按这些规则，这里没有石头
reason-a-zone-has-at-most-one-guardian = 一个禁区里至多一枚守护者
reason-an-enemy-piece-in-a-zone-has-scored-and-is-sent-back-first = 禁区里的敌子已经得分，要先遣返
reason-in-both-zones-a-piece-has-scored = 两个禁区里都有得了分的棋子；只能剩最后那一枚
reason-not-who-can-have-red-by-these-rules-and-at-this-stage = 按这些规则，这时不会由它执红
reason-before-play-it-is-reds = 开局前轮到执红的一方，抛掷前轮到 0 座
reason-both-play-until-one-has-lost = 分出胜负以前，双方都在局里
reason-at-this-stage-at-most = 这时最多 { $n }
reason-more-positions-than-quiet-plies = 局面比手数还多
reason-a-position-that-was-there-three-times-has-ended-the-game = 同一局面出现三次，棋局就结束了
reason-no-points-before-play = 开局前没有分
reason-no-plies-before-play = 开局前没有手数
reason-no-positions-before-play = 开局前不记局面
reason-nothing-that-this-position-waits-for-by-these-rules = 按这些规则，这个局面不会等这个
reason-before-play-nothing-stands-here-but-the-start = 开局前只有开局的棋子
reason-the-seat-to-move-has-no-move = 轮到的一方无棋可走，已经输了
