# 军棋的用语：局面、布阵、导入；引擎说的理由。与 en-junqi.ftl 的键相同，由测试核对。

problem-layout = 没有这份布阵，或者已经存满 64 份。
problem-layout-next = 输入 layout list 看存了哪些，layout forget 名字 删掉一份。

game-junqi = 军棋

## 选项

option-mode = 玩法
option-mode-hidden = 暗棋
option-mode-open = 明棋
option-mode-flip = 翻棋
option-board = 棋盘
option-board-duel = 二座
option-board-siguo = 四国
option-crossings = 山界通路
option-crossings-off = 无
option-crossings-on = 有
option-sides = 结盟
option-sides-ffa = 各自为战
option-sides-opposite = 对座
option-sides-alternate = 隔座
option-leader = 主帅
option-leader-off = 无
option-hq = 大本营
option-hq-locked = 进去不能动
option-hq-free = 可进可出
option-turns = 铁路
option-turns-lines = 走直线和弯路
option-turns-straight = 弯路只走一步
option-turns-corners = 都像工兵
option-bomb_flies = 炸弹拐弯
option-bomb_flies-off = 不能
option-bomb_flies-on = 能
option-bomb_front = 炸弹在第一行
option-bomb_front-off = 不许
option-bomb_front-on = 许
option-mines = 地雷
option-mines-spring = 雷不伤
option-mines-mutual = 同归于尽
option-mines-mutual_all = 连工兵同归于尽
option-flag_takers = 夺旗
option-flag_takers-any = 都能
option-flag_takers-not_marshal = 除司令
option-flag_takers-engineer = 只有工兵
option-flag_win = 夺旗算赢
option-flag_win-capture = 夺到即是
option-flag_win-carry = 须扛回
option-mines_first = 先挖雷
option-mines_first-off = 不必
option-mines_first-on = 须挖光
option-marshal_shows_flag = 司令阵亡亮旗
option-marshal_shows_flag-off = 不亮
option-marshal_shows_flag-on = 亮
option-scouting = 工兵侦察
option-scouting-off = 无
option-scouting-on = 有
option-remains = 出局的棋子
option-remains-vanish = 离场
option-remains-stay = 留着
option-ally_view = 看盟友
option-ally_view-none = 看不见
option-ally_view-allies = 看得见
option-losers_view = 出局者看盟友
option-losers_view-allies = 看得见
option-losers_view-none = 看不见
option-colours = 定色
option-colours-first_engineer = 先翻工兵
option-colours-first_flip = 第一枚
option-small_hits_big = 以小攻大
option-small_hits_big-allowed = 许
option-small_hits_big-forbidden = 不许
option-repetition = 重复三次
option-repetition-draw = 和棋
option-repetition-chaser_loses = 长捉者负
option-repetition-off = 不管

## 事件与局面

word-stuck = 无棋可走
event-tossed-first = { $seat }先走（公共随机数 { $value }）
change-shown = { $cell } 是 { $army } 军的{ $kind }
fact-junqi-lost = 不在棋盘上的棋子：{ $a }
fact-colours = 0 军归{ $a }，1 军归{ $b }
fact-face_down = 面朝下的：0 军 { $a }；1 军 { $b }
fact-fight = { $a } 攻 { $b }，等待公布
fact-show = 要亮出军旗：{ $a }
fact-stuck = { $a } 说无棋可走
fact-turn_up = 正在翻 { $a }
fact-carried = 军旗在路上：{ $a }
fact-lying = 军旗在地上：{ $a }
fact-junqi-quiet = 无战 { $a } 手，超过 { $b } 手和棋

## 布阵

ask-layout =
    布阵：写一行，例如 { $example }（也可写汉字）；或者
      layout random 随机 · layout list 看存着的 · layout 名字 取一份
    先看，再输入 ok 交出；在这之前什么也不发。? 看其他命令。
layout-help =
    一行布阵       { $line }
    layout random  随机一份（布阵 随机）
    layout list    列出存着的（布阵 列表）
    layout 名字    取一份
    layout save 名字 [一行]   存下一行，或存下正在看的（布阵 存）
    layout forget 名字        删掉一份（布阵 删）
    swap { $one } { $other }     交换两格（换）
    layout hide    终局之后不亮出布阵（暗棋；布阵 保密），layout show 改回来
    ok             交出（好）
layout-draft =
    { $line }
    合规。输入 ok 交出，或再改。
layout-faults = 这份布阵有 { $count } 处不对：
layout-faults-next = 改好再写一次；什么也没有发出去。
layout-none = 还没有布阵：先写一行，或 layout random。
layout-no-swap = 只能交换自己阵地里的两格，例如 swap { $one } { $other }。
layout-unknown = 没有叫“{ $name }”的布阵；输入 layout list 看有哪些。
layout-bad-name = 这个名字不能用：一个词，24 个汉字以内。
layout-saved = 存下“{ $name }”：{ $line }
layout-given = 已封存 ✓ 大家都布好之后一起亮出。
layout-hidden = 已交出 ✓ 只发出证明；布阵谁也看不到。
status-layouts = 等 { $seats } 布阵…
moves-many = 可以走 { $count } 种。输入 moves 全部列出，moves 格子 只列从那一格起的，并画在棋盘上。
look-one = 只写一格，例如 moves { $one }。
look-no-cell = 棋盘上没有“{ $cell }”这一格；格子叫 { $one }、{ $other } 这样。
move-illegal-because = 不能这样走：{ $why }。输入 moves 看可以走的。
match-help-junqi =
    走法           05a-04a 走，05ax15a 攻（或 05a 15a），*05a 翻（或只写 05a）
    moves 05a      从 05a 起能走的，画在棋盘上（看 05a）
    棋盘           每个子后面是军的编号；o 是空行营，# 是空大本营；< > 是最后一手

## 引擎说的理由；键是英文原句的词，种类的字母不算

reason-there-are-boards-for-and = 棋盘有 2、3、4、6 座的
reason-flip-is-for-seats = 翻棋只有两种颜色，只能 2 座
reason-and-seats = 2、3 座用 ffa；4 座用 opposite 或 ffa；6 座用 alternate、opposite 或 ffa
reason-only-seats-with-allies-have-leaders = 只有 6 座有盟友时才有主帅；请保持为 off
reason-one-seat-of-each-side-leads = 每方要有一座为主帅
reason-or-the-seats-as = 要写 off、lowest，或每方一座，如 01
reason-at-most-plies = 最多 { $n } 手
reason-at-most = 最多 { $n }
reason-only-seats-and-not-in-flip-have-another-board = 只有 2 座、不是翻棋时才能换棋盘；请保持为 duel
reason-only-the-duel-board-has-a-border-to-cross = 只有二座棋盘有山界；请保持为 off
reason-the-duel-board-has-no-curves = 二座棋盘没有弯路；请用 lines
reason-with-turns-corners-every-piece-flies-already = turns=corners 时所有棋子都能拐弯；请保持为 off
reason-only-hidden-games-have-something-to-scout = 只有暗棋可以侦察；请保持为 off
reason-only-hidden-games-have-a-flag-to-show = 只有暗棋有旗可亮；请保持为 on
reason-in-hidden-games-it-would-tell-which-pieces-were-mines = 暗棋里这会说出哪些是地雷；请保持为 off
reason-all-seats-that-see-everything-play-an-open-game = 都看得见就是明棋；请用 mode=open
reason-only-hidden-games-with-allies-have-it = 只有暗棋有盟友时才有；请保持原样
reason-in-hidden-games-pieces-that-stay-would-have-to-show-what-they-are = 暗棋里留下的棋子会露底；请用 vanish
reason-only-open-games-of-more-than-seats-go-on-without-a-seat = 只有多于 { $n } 座的明棋才会少一座接着下；请用 vanish
reason-nobody-sets-up-in-flip = 翻棋没有人布阵；请保持为 off
reason-flip-has-engineer-or-any = 翻棋只能用 engineer 或 any
reason-only-flip-has-colours-to-decide = 只有翻棋要定色；请保持为 first_engineer
reason-only-flip-has-it = 只有翻棋才有；请保持为 allowed
reason-only-seats-have-it = 只有 { $n } 座才有；请保持为 draw
reason-in-hidden-games-it-is-not-public-what-a-piece-threatens = 暗棋里看不出在捉谁；请用 draw 或 off
reason-the-flag-stands-in-a-headquarters = 军旗要在大本营
reason-mines-lie-in-the-last-two-rows = 地雷要在后两行
reason-no-bomb-stands-in-the-first-row = 第一行不许放炸弹
reason-this-piece-may-not-stand-here = 这枚棋子不许放在这里
reason-six-rows-of-and-letters-with-between-them = 要写六行，各 5、3、4、3、5、5 枚，用 / 隔开
reason-no-such-piece = 没有这种棋子；有 { $rest }
reason-is-not-due-to-set-up-in-the-open = 现在不该它亮出布阵
reason-is-not-due-to-set-up-so-in-secret = 现在不该它这样暗中布阵
reason-a-move-is-as-05a-04a-05ax15a-05a-or-stuck = 着法写成 05a-04a、05ax15a、*05a 或 stuck
reason-no-such-cell = 棋盘上没有这一格；格子叫 06b 这样：阵地、行、列
reason-a-camp-protects-what-stands-in-it = 行营里的棋子不能攻击
reason-a-headquarters-holds-what-has-entered-it = 进了大本营的棋子不能再动
reason-a-layout-against-the-rules = 有不合规则的布阵
reason-a-piece-of-this-seat-can-move-as-everybody-knows = 大家都看得出，这座还有棋子能动
reason-a-toss-out-of-range = 随机数超出范围
reason-everybody-knows-that-this-seat-is-stuck = 大家都看得出，这座无棋可走
reason-everybody-sees-who-can-move = 谁能走大家都看得见
reason-no-game-without-every-layout = 少一份布阵就没有这一局
reason-no-piece-lies-face-down-there = 那里没有面朝下的棋子
reason-no-way-leads-there = 走不到那里
reason-not-one-fitting-answer-for-each-claim = 每件裁决要各有一个合适的回答
reason-own-pieces-and-allies-are-not-attacked = 不能攻击己方和盟友
reason-the-position-does-not-wait-for-this = 现在等的不是这个
reason-the-rules-forbid-this-attack = 规则不许这样攻击
reason-this-piece-cannot-go-so = 这枚棋子不能这样走
reason-what-lies-face-down-cannot-be-attacked = 面朝下的棋子不能攻击
reason-is-not-legal-layouts-as-seat-layout-with = “{ $value }”不对：写合规的布阵，座:布阵，用 ; 隔开，或写 -
reason-is-not-for-each-piece-or-cell-kinds-with-between-pieces-and-between-seats = “{ $value }”不对：每枚棋子写 - 或 格:种类，棋子之间用逗号，座之间用 /
reason-is-not-a-seat = “{ $value }”不是座的编号
reason-is-not-for-each-army-home-gone-with-piece-or-on-cell-with-commas = “{ $value }”不对：每军写 home、gone、with:棋子 或 on:格，用逗号隔开
reason-is-not-in-flip-digits-else = “{ $value }”不对：翻棋写 { $n } 个数字，否则写 -
reason-is-not-digests-as-hex-with-commas-or = “{ $value }”不对：写十六进制的摘要，用逗号隔开，或写 -
reason-is-not-setup-first-turn-fight-show-stuck-up-won = “{ $value }”不对：setup、first、turn、fight:、show:、stuck、up:、won:、drawn: 之一，连同所需的
reason-a-piece-that-cannot-be-so = 有棋子不可能是这样
reason-more-pieces-of-a-kind-than-an-army-has = 某种棋子比一军有的多
reason-seats-that-are-not-in-the-game = 有座不在局里
reason-a-flag-that-cannot-be-there = 有军旗不可能在那里
reason-not-what-lies-face-down = 和面朝下的棋子不符
reason-counters-beyond-their-limits = 计数超过了限度
reason-no-history-where-none-is-kept = 这里不记历史
reason-nothing-that-this-position-waits-for = 这个局面不会等这个
reason-one-too-many = { $letter } 多了一枚
reason-of-the-are-placed = { $letter } 只放了 { $n } 枚，应有 { $m } 枚

## 规则命令

help-rules-perft-layout = 布阵（一行）：写一次各座都用它，或每座写一次；默认用常见的一份
help-rules-perft-seed = 按种子随机布阵
help-rules-perft-after =
    暗棋数的是同样规则的明棋：走法相同。翻棋数到翻子为止：翻出什么要掷公共随机数，其后不数。
    布阵之后由编号最小的座先走。
choices-many = 布阵太多，不逐一列出；一行布阵例如 { $example }。
perft-open = 暗棋：数的是同样规则的明棋。
perft-toss = 翻子之后要掷公共随机数，其后不数。
perft-no-layouts = 这里不用布阵
perft-layout-count = 写一次，或 { $count } 座各写一次
event-no-ruling = rule 后面要有 { $count } 个回答，用逗号隔开：yes、no、code:数、piece:数，或 -（没有回答）
claim-can-move = 还有棋子能动
claim-fight = 战果
claim-show = 军旗在哪里
claim-stuck = 无棋可走
claim-within = 是能这样走的棋子

## 窗口

elsewhere = 这个程序的窗口还不能下{ $game }，请在终端里下。
elsewhere-next = 先离开这里，再在终端里运行：
elsewhere-join = 在终端里运行 qiyue join，后面粘贴这份邀请。
elsewhere-copy = 复制终端命令
elsewhere-leave = 离开

arg-level = 机器的水平：random 乱走、quick 快、strong 强（默认）

event-fight = { $attacker } 攻 { $defender }
event-fight-won = { $attacker } 攻 { $defender }：攻方胜
event-fight-lost = { $attacker } 攻 { $defender }：攻方阵亡
event-fight-both = { $attacker } 攻 { $defender }：同归于尽

## 导入的棋与我们的规则不同之处

reason-byte = 第 { $n } 字节
reason-record-byte = 第 { $n } 条记录（第 { $m } 字节）
reason-start = 开局
reason-file = 文件
reason-a-jgs-file-begins-with-and-a-zero = .jgs 文件以 QQGame JQS 和一个零开头
reason-the-file-ends-in-its-head-of-bytes = 文件在 { $n } 字节的文件头里就断了
reason-the-role-of-who-saved-it-is-to = 存盘者的位置应是 0 到 3
reason-the-length-of-the-head-is = 文件头的长度应是 { $n }
reason-this-colour-has-a-player-already = 这个颜色已经有人
reason-no-player-here = 这里没有棋手；只读四个人的棋
reason-a-colour-is-to = 颜色是 0 到 3
reason-a-camp-is-empty-at-the-start = 开局时行营是空的
reason-a-piece-is-missing-here = 这里少一枚棋子
reason-may-not-stand-here = { $letter } 不许放在这里
reason-the-file-ends-after-of-its-records = 文件断了：{ $m } 条记录只有 { $n } 条
reason-nothing-comes-after-the-end = 结束之后不能再有内容
reason-a-record-begins-with-a-move-or-an-event = 一条记录以 95（着法）或 245（事件）开头
reason-the-result-of-a-move-is-to = 着法的结果是 0 到 3
reason-an-end-is-a-draw-or-a-win = 结束是 2（和）或 4（胜）
reason-an-event-is-to = 事件是 2 到 5
reason-a-seat-is-out-for-a-reason-from-to = 出局的原因是 1 到 6
reason-is-not-on-the-board = （{ $n }, { $m }）不在棋盘上
reason-by-our-rules-the-game-has-ended-otherwise = 按我们的规则，结果不同
reason-by-our-rules-the-game-is-over = 按我们的规则已经结束；其后不再跟随
reason-the-record-ends-with-a-win = 记录说分出了胜负；按我们的规则还没有
reason-by-our-rules-the-flag-of-seat-is-shown-at = 按我们的规则，{ $n } 座的军旗亮在 { $last }
reason-a-turn-of-seat-runs-out = 记录说 { $n } 座超时；按我们的规则没轮到它
reason-by-our-rules-seat-cannot-move-and-is-out = 按我们的规则，{ $n } 座无棋可走，出局
reason-seat-is-out = 记录说 { $n } 座出局；按我们的规则没有
reason-no-piece-stands-there = 那里没有棋子
reason-by-our-rules-it-is-the-turn-of-seat = 按我们的规则，轮到 { $n } 座
reason-nobody-stands-there-to-fight = 那里没有对手
reason-by-our-rules-against-is-x = 按我们的规则，{ $letter } 攻 { $other } 是 { $last }
reason-the-record-says-that-the-defender-s-marshal-died = 记录说守方司令阵亡，我们的规则说没有
reason-the-record-does-not-say-that-the-defender-s-marshal-died = 守方司令阵亡，记录没有说
reason-by-our-rules-no-flag-is-shown-at = 按我们的规则，{ $last } 没有军旗可亮
reason-cannot-go-so = { $letter } 不能这样走

## 导入

help-import = 导入 .jgs 棋谱（四国军棋），按我们的规则走一遍
help-import-file = .jgs 文件；“-”是标准输入
help-import-out = 把棋写成文字存到这个新文件；“-”是标准输出
help-import-after =
    按预设 qq-4p 跟着走：列出我们的规则不许的着法和结果不同的交战。写出的文字注明“导入，没有签名”。
    退出码：0 走到终局，没有不同 · 1 有不同，或文件无效 · 2 用法或读写错误 · 3 没有不同，但没有下完。
import-read = 读到 { $records } 条记录。
import-differs = 有 { $count } 处与我们的规则不同：
import-more = 还有 { $count } 处没有列出。
import-same = 与我们的规则没有不同。{ $outcome }。
import-open = 与我们的规则没有不同；棋没有下完。
import-unsigned = 这盘棋是导入的，没有签名：谁下的、是不是真的，都无从核查。
import-bad = { $file } 不能导入，有 { $count } 处不对：{ $list }
import-bad-next = 换一个文件；只认四个人下完布阵的 .jgs。
import-no-out = 写不了 { $file }：{ $why }。
import-no-out-next = 换一个新文件名；已有的文件不会被改写。

layout-opened = { $seat }的布阵：{ $line }
layout-not-hidden = 这一局的布阵大家都看得见。
layout-will-show = 终局之后亮出你的布阵。
layout-will-hide = 终局之后不亮出你的布阵；layout show 改回来。
layout-lost = 这台机器上找不到你这一局的布阵了：要亮出、要证明的都给不出。输入 layout 加原来那一行布阵，就接着下；记不得就用有它的备份恢复数据目录，或者认输。

demo-set-up = 证明：自己的布阵 { $longest } 毫秒
demo-set-up-checked = 证明：核查对方的布阵 { $longest } 毫秒
demo-moved = 证明：自己的进攻等 { $times } 次，平均 { $mean } 毫秒，最多 { $longest } 毫秒
demo-attacked = 证明：核查并回答对方的进攻 { $times } 次，平均 { $mean } 毫秒，最多 { $longest } 毫秒
demo-answered = 证明：核查对方的回答 { $times } 次，平均 { $mean } 毫秒，最多 { $longest } 毫秒
