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
    一行布阵       从第一行起，左手到右手，行营不写：司军师师旅/旅团团/… 或 MGDDB/BRR/…
    layout random  随机一份（布阵 随机）
    layout list    列出存着的（布阵 列表）
    layout 名字    取一份
    layout save 名字 [一行]   存下一行，或存下正在看的（布阵 存）
    layout forget 名字        删掉一份（布阵 删）
    swap 05a 06b   交换两格（换）
    ok             交出（好）
layout-draft =
    { $line }
    合规。输入 ok 交出，或再改。
layout-faults = 这份布阵有 { $count } 处不对：
layout-faults-next = 改好再写一次；什么也没有发出去。
layout-none = 还没有布阵：先写一行，或 layout random。
layout-no-swap = 只能交换自己阵地里的两格，例如 swap 05a 06b。
layout-unknown = 没有叫“{ $name }”的布阵；输入 layout list 看有哪些。
layout-bad-name = 这个名字不能用：一个词，24 个汉字以内。
layout-saved = 存下“{ $name }”：{ $line }
layout-given = 已封存 ✓ 大家都布好之后一起亮出。
layout-hidden = 这个程序还不能下暗棋。
status-layouts = 等 { $seats } 布阵…
moves-many = 可以走 { $count } 种。输入 moves 全部列出，moves 格子 只列从那一格起的，并画在棋盘上。
look-one = 只写一格，例如 moves 05a。
look-no-cell = 棋盘上没有“{ $cell }”这一格；格子叫 05a 这样：阵地、行、列。
move-illegal-because = 不能这样走：{ $why }。输入 moves 看可以走的。
match-help-junqi =
    走法           05a-04a 走，05ax15a 攻（或 05a 15a），*05a 翻（或只写 05a）
    moves 05a      从 05a 起能走的，画在棋盘上（看 05a）
    棋盘           每个子后面是军的编号；o 是空行营，# 是空大本营；< > 是最后一手
