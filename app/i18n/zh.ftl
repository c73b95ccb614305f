# 棋约的全部用语。与 en.ftl 的键相同，由测试核对。

## 错误

error-line = 错误：{ $what }
error-next = 怎么办：{ $next }

output-lost = 结果没有写完。
output-lost-next = 看看磁盘是不是满了，然后再运行一次。

## 命令行

greeting =
    棋约 qiyue：不用服务器，朋友之间下棋；过程全部签名，事后谁都能查。

    下棋
      qiyue host             建房等人（--bots N 让机器人补位）
      qiyue join 地址        加入别人的房间
      qiyue resume           接着下中断的对局
      qiyue host --game junqi qq-2p   军棋：暗棋；open-2p 明棋，flip 翻棋
      qiyue demo             看机器人下一局

    查棋谱（.qiyue 文件）
      qiyue audit 文件…      核查：有没有人作弊，结果算不算数
      qiyue replay 文件      在终端里复盘
      qiyue inspect 文件     逐步看签了什么
      qiyue import 文件.jgs  导入四国棋谱，按规则走一遍

    规则
      qiyue rules text       规则全文
      qiyue rules moves      某个局面能怎么走
      qiyue rules play …     把着法走一遍，看局面
      qiyue rules perft N    数着法，核对引擎

    窗口还在做，现在先用终端。每个命令都有说明：qiyue 命令 --help。English: --lang en

heading-usage = 用法：
heading-commands = 命令
heading-arguments = 参数
heading-options = 选项
value-command = 命令

help = 棋约：不用服务器，朋友之间下棋。
help-host = 建一个房间，等人加入
help-join = 加入一个房间
help-resume = 接着下中断的对局
help-demo = 看机器人下一局；默认是二座暗棋
help-demo-game = 哪种棋：junqi 军棋（默认），laoqi 劳棋，shouhu 守护棋
help-audit = 核查棋谱
help-audit-after =
    退出码：0 完整 · 1 有人作弊、分歧或文件无效 · 2 用法或读写错误 · 3 未下完或有座失联 · 4 版本不认识。
    几个文件：先逐个核查，再互相比对；退出码取最坏的，由坏到轻为 1、4、2、3、0。
help-inspect = 逐步查看棋谱里签了什么
help-replay = 在终端里复盘棋谱
help-view = 在窗口里打开棋谱：复盘、核查
help-view-record = 棋谱文件
help-local = 只在这台机器上：不找局域网里的人，也不让别人找到
help-rules = 规则：全文、着法、计数
help-rules-moves = 列出某个局面的着法
help-rules-perft = 数出若干步之内的行动序列
help-rules-play = 把事件依次走一遍，打印局面
help-rules-play-after =
    事件：
      0:J,1:S      同时亮出：座:选择；1:- 没有给出，1:! 封存了却不亮
      d1-d2        轮到的座的着法
      skip         轮到的座没有走
      out 1        1 座认输；refuse 1：1 座被判出局
      draw         大家同意和棋
      toss 3       公共随机数的结果
      0:布阵,1:布阵  军棋明棋一齐亮出的布阵；deploy：暗棋各座布好了
      rule code:2  裁决的回答：yes、no、code:数、piece:数，- 没有回答
    前面的词是选项，第一个不是选项的词开始事件。
help-rules-text = 打印规则全文

arg-profile = 数据目录（钥匙、对局）；默认为系统的用户数据目录
arg-lang = 语言：zh 或 en；也可用环境变量 QIYUE_LANG
arg-crash_at = 测试用
arg-help = 显示说明
arg-version = 显示版本
arg-game = 哪种棋：laoqi 劳棋（默认），junqi 军棋，shouhu 守护棋
arg-options = 规则选项：预设名，然后 名=值。预设 { $presets }
arg-name = 你的名字
help-host-port = 端口；0（默认）由系统选
help-host-listen = 在哪个地址上等；默认 0.0.0.0
help-host-clock = 时限：none（默认）不限，30s 或 2m 每次这么久，5m+3s 共 5 分钟、每手加 3 秒
help-host-machine = 程序自动步骤的秒数；默认 120
help-host-bots = 这里由机器人坐几个座
help-join-address = 房主给的邀请或地址；整段消息也行（加引号）
help-join-yes = 不再询问，直接同意棋约
help-resume-at = 对方现在的地址（换了地址才需要）
help-resume-id = 哪一局（编号的开头即可）；省略则为最近的一局
help-demo-seed = 机器人的随机种子；省略则随机
help-audit-files = 棋谱文件
arg-json = 输出 JSON，供程序读取
arg-file = 棋谱文件
help-inspect-at = 只看这一步，所有字段
help-replay-text = 整局写成文字：一手一行，公开的布阵在前
help-replay-to = 只看这一步之后的局面
arg-position = 局面（一行文字）；默认为开局
help-rules-perft-depth = 几步
help-rules-perft-divide = 按第一步分开数
help-rules-play-words = 规则选项，然后事件

usage-next = 运行 qiyue --help 看有哪些命令，qiyue 命令 --help 看它的用法。
usage-missing-command = 这里还需要一个命令。
usage-unknown-argument = 没有“{ $arg }”这个选项，这里也不能再有别的词。
usage-unknown-command = 没有“{ $name }”这个命令。
usage-missing-argument = 缺少 { $arg }。
usage-missing-value = { $arg } 后面要有一个值。
usage-bad-value = “{ $value }”不能用于 { $arg }。
usage-twice = { $arg } 只能写一次。
usage-other = 看不懂这条命令。
usage-suggestion = 是不是 { $name }？
help-rules-moves-from = 只列从这一格起的着法，并画出棋盘

## 文件

file-missing = 找不到文件 { $file }。
file-denied = 没有权限读 { $file }。
file-folder = { $file } 是一个目录，不是文件。
file-error = 读不了 { $file }：{ $error }。
file-next = 检查文件名；棋谱的扩展名是 .qiyue。“-”表示从标准输入读。

## 座、棋子、着法

list-separator = 、
seat = { $seat } 座
seat-named = { $seat } 座（{ $name }）
army = { $army } 军
kind-unknown = 未知棋子
move-by-word = { $word }（{ $move }）
move-of-kind = { $kind } { $move }

game-laoqi = 劳棋
choice-laoqi-J = 剪刀
choice-laoqi-S = 石头
choice-laoqi-B = 布
gesture-0 = 剪刀
gesture-1 = 石头
gesture-2 = 布

option-separator = { " · " }
option-seats = 座数
option-ties = 平局
option-ties-cumulative = 累计
option-ties-consecutive = 须连续
option-incite = 策反
option-incite-defects = 变为己方
option-incite-demotes = 仍属原军
option-promotion = 升变
option-promotion-any_loss = 有过损失即可
option-promotion-one_per_loss = 不超过损失数
option-crown = 铁皇冠
option-crown-on = 有
option-crown-off = 无
option-quiet_limit = 和棋手数
option-timeouts = 超时上限

word-incite = 策反
word-promote_warrior = 变为战士
word-promote_assassin = 变为刺客
word-seat_0 = 指定 0 座
word-seat_1 = 指定 1 座
word-seat_2 = 指定 2 座
word-seat_3 = 指定 3 座
word-seat_4 = 指定 4 座

## 事件

event-moved = { $seat }：{ $move }
event-unsealed = 亮出：{ $showings }
showing = { $seat }{ $what }
showing-absent = 没有给出
showing-withheld = 封存了却不亮
event-deployed = { $seats }布好了阵
event-tossed = 公共随机数：{ $value }
event-ruled = 裁决 { $count } 件
event-skipped = { $seat }没有走，跳过
event-resigned = { $seats }认输
event-refused = { $seats }没有给出应给的，出局
event-agreed = 大家同意和棋
change-pieces = { $army } 军：{ $parts }
change-commander = { $army } 军归 { $seat }指挥
change-out = { $seats }出局
outcome-won = { $seats }获胜
outcome-drawn = { $seats }和棋

waits-move = 轮到 { $seats }走
waits-choices = 等 { $seats }同时选择
waits-deployments = 等 { $seats }布阵
waits-toss = 等 { $seats }掷公共随机数
waits-rulings = 等 { $seats }回答裁决

## 局面

fact-ply = 已下 { $a } 手
fact-contest = 猜拳：{ $a }
fact-losers = 败方猜拳：{ $a }
fact-play_off = 附加猜拳：只有 { $a }
fact-showing = 这一手第 { $a } 次猜拳，最多 { $b } 次
fact-pick = { $a } 持铁皇冠，从 { $b } 中指定一座
fact-mandate = { $a } 可以走：{ $b }
fact-any_piece = { $a } 可以走任何棋子
fact-ties = 平局计数：{ $a }
fact-pending = 待定手势：{ $a }
fact-queue = 随后待定：{ $a }
fact-crown = 铁皇冠：{ $a }
fact-incite = 还能策反：{ $a }
fact-lost = 失去的战士：{ $a }
fact-promoted = 升变过的盾卫：{ $a }
fact-quiet = 平静 { $a } 手，满 { $b } 手和棋
fact-timeouts = 超时：{ $a }
fact-other = { $key }：{ $a }

## 核查

header-game = 棋局
header-game-value = { $game }（{ $id }），规则第 { $version } 版，{ $seats } 座
header-options = 选项
header-match = 编号
header-clock = 时限
header-clock-none = 不限；程序步骤 { $machine } 秒
header-clock-each = 每次 { $seconds } 秒；程序步骤 { $machine } 秒
header-players = 棋手
header-key = 钥匙 { $key }
header-progress = 进度
header-progress-value = { $steps } 步，{ $plies } 手

audit-checks = 核查（成立/总数）
audit-unchecked = 没有核查、也无从核查的
audit-verdict = 结论
unchecked-identity = 钥匙背后是谁：请当面核对钥匙的开头
unchecked-clocks = 钟表是否属实：用时是各座自己报的
unchecked-collusion = 场外有没有串通

check-failed = {"  "}✗ 不成立，其后未查
check-contract = 棋约
check-signatures = 签名
check-chain = 哈希链
check-turn = 轮次
check-commitments = 封存与亮出
check-tosses = 公共随机数
check-set-ups = 布阵证明
check-move-proofs = 走子证明
check-fight-proofs = 战斗证明
check-openings = 亮子
check-legality = 着法合规
check-clock = 跳过合规
check-notices = 附带声明
check-absences = 缺席作证
check-positions = 局面摘要
check-double = 一处一签
check-result = 胜负重算
check-seals = 终局签名

check-contract-failed = 意思是：棋约里的规则、座数或签名不对。
check-signatures-failed = 意思是：有一处签名不是那把钥匙签的；内容可能被改过。
check-chain-failed = 意思是：这一步没有接在前一步后面。
check-turn-failed = 意思是：没轮到它，它却签了。
check-commitments-failed = 意思是：亮出的和先前封存的不是同一个。
check-tosses-failed = 意思是：公共随机数不是由大家给的数算出来的。
check-set-ups-failed = 意思是：它的布阵没有通过合法证明。
check-move-proofs-failed = 意思是：它走了一步暗子，却没有证明这枚子可以这样走。
check-fight-proofs-failed = 意思是：它的进攻或回答没有通过证明。
check-openings-failed = 意思是：它亮出的子和布阵时的不一样。
check-legality-failed = 意思是：它签了规则不允许的着法或选择。
check-clock-failed = 意思是：时间没到，它却跳过了。
check-notices-failed = 意思是：它带上了不该在这里的声明。
check-absences-failed = 意思是：空着的一处没有得到其他各座的作证。
check-positions-failed = 意思是：它签的局面和按规则算出来的局面不同。
check-double-failed = 意思是：它在同一处签了两份不同的内容。
check-result-failed = 意思是：胜负已分之后还有内容。
check-seals-failed = 意思是：终局签名签的不是这个终局。

verdict-complete = 完整：每一项都成立。{ $outcome }。
verdict-unsealed = { $seats }没有在终局上签名；结果不因此改变。
verdict-unfinished = 未下完：前 { $steps } 步都成立，胜负未分。
verdict-claimed =
    { $count ->
        [0] 失联：第 { $step } 步没有等到 { $silent }，也没有人作证。
       *[other] 失联：第 { $step } 步没有等到 { $silent }；作证的是 { $signed }。这只说明他们都这么说。
    }
verdict-diverged = 分歧：第 { $step } 步之前，两个程序算出的局面不同；本程序说不出是谁的错。
verdict-cheated = 作弊：{ $seat }在第 { $step } 步违反了协议（检查 { $check }，文件第 { $offset } 字节）。
verdict-no-contract = 无效：文件第 { $offset } 字节起读不懂，里面没有可查的棋局。
verdict-invalid = 无效：这不是一盘棋会留下的文件（第 { $step } 步，检查 { $check }，文件第 { $offset } 字节）；说不出是谁的错。
verdict-torn = 文件末尾有半截内容（从第 { $offset } 字节起），没有算进去。
verdict-next = 看那一步：qiyue inspect { $file } --at { $step }
invalid-reason = 技术原因：{ $reason }

trouble-bad-contract = 意思是：棋约的内容不成立（例如两座用同一把钥匙）。
trouble-malformed = 意思是：文件的这一段读不懂，可能损坏了，或者被改过。
trouble-not-a-record = 意思是：这个文件不是棋约的棋谱（.qiyue）。
trouble-out-of-order = 意思是：这一段不该出现在这里，内容被挪动、删去或添加过。
trouble-too-long = 意思是：这一段比允许的长。
trouble-torn = 意思是：文件在棋约之前就断了，什么也查不了。
trouble-unknown-version = 意思是：文件格式的版本不认识。
trouble-unsigned = 意思是：有座没有在棋约上签名。

unknown-format = 不支持：棋谱格式第 { $version } 版，本程序不认识。请更新程序后再查。
unknown-protocol = 不支持：对局协议第 { $version } 版，本程序不认识。请更新程序后再查。
unknown-game = 不支持：本程序没有“{ $game }”这种棋。请更新程序后再查。
unknown-rules = 不支持：棋谱用规则第 { $asked } 版，本程序是第 { $known } 版。请用相应版本的程序查。
unknown-other = 不支持：{ $reason }。请更新程序后再查。

compare-title = 互相比对
compare-unreadable = { $second } 没有可读的棋约，无法比对。
compare-other-match = { $second } 和前面的不是同一局。
compare-same = { $first } 和 { $second } 是同一局，共有的 { $steps } 步逐字节相同。
compare-resigned = { $first } 和 { $second } 是同一局，共有的 { $steps } 步内容相同；第 { $step } 步起有重签的签名，这是允许的。
compare-differs = { $first } 和 { $second } 是同一局，但第 { $step } 步不同：
compare-seat-twice = { $seat }在这一步签了两份不同的内容，两个签名都是真的：它作弊。
compare-seat-missing = { $seat }：一份里有它的内容，另一份里没有。
compare-seat-unproven = { $seat }：两份内容不同，但至少一个签名是假的，说不出是谁的错。

## 逐步查看

column-step = 步
column-seat = 座
column-what = 内容
column-think = 用时/秒
column-notices = 附带
column-id = 编号
body-begin = 开始
body-act = 着法
body-commit = 封存
body-reveal = 亮出
body-skip = 跳过
body-yield = 让出
body-deploy = 暗中布阵
body-prove = 着法并证明
body-answer = 回答并证明
body-skip-proven = 超时并证明
body-seal-open = 终局签名并亮出布阵
body-seal = 终局签名
notice-draw = 求和
notice-pause = 暂停
notice-resign = 认输
slot-of = { $seat } 座
slot-resigned = 认输在先
slot-empty = 空缺（{ $count } 份作证）
step-title = 第 { $step } 步
step-holds = 是
step-does-not-hold = 否
end-sealed = 结尾：终局签名（第 { $offset } 字节）
end-claimed = 结尾：失联（第 { $offset } 字节）
end-cheated = 结尾：作弊的证据（第 { $offset } 字节）
end-diverged = 结尾：分歧（第 { $offset } 字节）
evidence = 证据
field-offset = 位置
field-length = 长度
field-holds = 成立
field-head-after = 之后的链头
field-id = 编号
field-match = 对局
field-step = 步
field-seat = 座
field-head = 之前的链头
field-position = 局面摘要
field-think = 用时/毫秒
field-body = 内容
field-move = 着法
field-bytes = 字节
field-commitment = 封存
field-choice = 选择
field-points = 布阵的点
field-proof = 证明
field-keys = 亮子的钥匙
field-nonce = 随机数
field-carries = 附带
field-notice = 声明
field-signature = 签名
field-signed = 签名属实
field-accused = 被指控
signature-good = 是
signature-bad = 否
absence-missing = { $by } 座说：没有收到 { $about } 座第 { $step } 步的内容
absence-shown = { $by } 座说：有 { $about } 座第 { $step } 步的内容
inspect-no-step = 棋谱里没有第 { $step } 步。

## 复盘

replay-event = 第 { $step } 步  { $event }  [{ $seconds } 秒]
replay-ply = —— 第 { $ply } 手之后
replay-no-step = 棋谱到不了第 { $step } 步，只有 { $steps } 步成立。
replay-no-text = 这种棋还没有整局的文字写法。
replay-no-text-next = 用 qiyue replay 不加 --text 看棋盘，或用 qiyue inspect 看每一步。
replay-last = 最后能看的是第 { $last } 步。
replay-none = 一步也没有；先运行 qiyue audit 看看。

## 规则

fault = { $place }：{ $reason }
faults = 有 { $count } 处不对：{ $list }
faults-next = 改正后再试；qiyue rules moves 列出能走的，qiyue rules text 是规则全文。
no-such-cell = 棋盘上没有这一格
perft-too-deep = 最多 { $most } 步
perft-took = 用时 { $seconds } 秒
event-illegal = 这里不允许（{ $reason }）；{ $waits }
event-no-move = 现在没有轮到谁走
event-no-number = toss 后面要有一个数
event-no-seat = 要有座的编号，例如 1
event-no-showing = 要写成 座:选择，例如 0:J,1:S
event-not-the-due = 要写出每个应亮的座，各一次：{ $due }
event-nothing-fits = 现在等的不是着法，也不是选择

## 引擎说的理由；键是英文原句的词

reason-no-such-option = 没有这个选项；有：{ $rest }
reason-is-not-one-of-its-values = 没有“{ $value }”这个值，可用：{ $rest }
reason-is-not-a-number-from-to = “{ $value }”不是 { $n } 到 { $m } 的数
reason-only-five-seats-have-an-iron-crown-to-switch-off = 只有五座才有铁皇冠可关；请保持为 on
reason-write-options-as-name-value = 选项要写成 名=值
reason-longer-than-bytes = 超过 { $n } 字节
reason-after-stands-the-number-of-a-seat = ^ 后面是座的编号
reason-a-move-has-one-of-x-after-its-first-cell-as-d1-d2-or-b1-c2 = 第一格之后要有 - x > = ! 之一，例如 d1-d2 或 b1>c2
reason-a-shield-becomes-w-or-a = 盾卫只能变为 W（战士）或 A（刺客）
reason-a-push-moves-at-most-two-shields = 一次推动最多移动两枚盾卫
reason-the-board-has-no-such-cell = 棋盘上没有这一格
reason-a-gesture-is-j-s-or-b = 手势是 J（剪）、S（石）或 B（布）
reason-is-not-due-to-show-a-gesture = 现在不该它出手势
reason-expected-here-as-name-value = 这里应有这一项，写成 名=值
reason-nothing-comes-after-the-stage = stage 之后不能再有内容
reason-is-not-a-seat-or = “{ $value }”不是座的编号或 -
reason-is-not-a-or-a-kind-k-w-s-a-with-a-seat-for-each-cell-after-each-row = “{ $value }”不是棋盘：每格写 . 或棋子（K W S A）加军的编号，每行后写 /
reason-is-not-a-seat-or-for-each-army = “{ $value }”不对：每军写指挥的座或 -
reason-is-not-a-number-for-each-army-with-commas = “{ $value }”不对：每军一个数，用逗号隔开
reason-is-not-seats-in-ascending-order-or = “{ $value }”不对：由小到大写座的编号，或写 -
reason-is-not-a-number-for-each-seat-with-commas = “{ $value }”不对：每座一个数，用逗号隔开
reason-is-not-three-numbers-with-commas = “{ $value }”不对：三个数，用逗号隔开
reason-is-not-up-to-three-gestures-j-s-b-or = “{ $value }”不对：最多三个手势（J S B），或写 -
reason-is-not-a-number = “{ $value }”不是数
reason-is-not-contest-losers-pick-act-won = “{ $value }”不对：contest: losers: pick: act: won: drawn: 之一，后面写座
reason-not-a-seat-of-this-game = 这一局没有这个座
reason-only-seats-that-are-out = 只能是已出局的座
reason-an-army-has-one-king = 一军只有一个国王
reason-an-army-has-two-shields = 一军最多两枚盾卫
reason-an-army-has-more-pieces-than-it-can = 一军的棋子过多
reason-more-promotions-than-there-can-be = 升变次数过多
reason-not-who-can-control-that-army = 这一军不可能由它指挥
reason-a-living-seat-controls-its-own-king = 在局的座指挥自己的国王
reason-a-seat-whose-king-stands-is-in-the-game = 国王还在，就没有出局
reason-more-than-put-a-seat-out = 超过了出局的次数
reason-three-make-a-gesture-pending = 满三次就待定了
reason-consecutive-ties-count-for-one-gesture = 连续平局只计一种手势
reason-each-gesture-once = 每种手势只能一次
reason-a-pending-gesture-counts-no-ties = 待定的手势不计平局
reason-there-is-one-until-somebody-goes-out = 有人出局之前一直有
reason-more-than-there-can-be = 超过了可能的数
reason-the-ply-would-have-passed = 到这时这一手已经空过
reason-the-game-is-over = 棋局已经结束
reason-not-what-this-position-can-wait-for = 这个局面不会等这个
reason-the-holder-of-the-crown-picks = 要由持铁皇冠的座指定
reason-the-crown-picks-among-those-who-beat-most = 只能在得分最高的座里指定
reason-another-seat-is-to-act = 轮到别的座行动
reason-the-gesture-drives-other-kinds = 这次的手势驱动不了这种棋子
reason-a-king-commands = 只有国王能号令
reason-a-king-commands-a-piece-beside-it = 国王只能号令与它直邻的己方棋子
reason-a-commanded-king-only-steps = 被号令的国王只能走一步
reason-no-such-move-is-waited-for = 现在等的不是这种着法
reason-no-piece-of-this-seat-there = 那一格没有它指挥的棋子
reason-only-a-shield-pushes = 只有盾卫能推子
reason-only-a-shield-is-promoted = 只有盾卫能升变
reason-no-warrior-of-that-colour-is-lost-to-promote-for = 这一军还没有战士被吃，不能升变
reason-a-king-incites = 只有国王能策反
reason-nothing-to-incite-from-there = 在那一格不能策反
reason-a-king-incites-a-shield-of-that-army = 只能策反那一军的盾卫
reason-the-piece-does-not-step-so = 这枚棋子不能这样走
reason-nothing-to-push = 那里没有可推的棋子
reason-the-ray-forks-here = 斜线在这里分叉，要写明走哪一支
reason-the-run-is-too-long = 这一串太长
reason-the-run-reaches-no-fork = 这一串没有到分叉
reason-the-front-piece-of-the-run-cannot-go-on = 最前一子不能再进
reason-a-pushed-shield-s-cell-is-not-empty = 被推的盾卫要去的格不空
reason-a-pushed-shield-has-no-such-cell = 被推的盾卫不能去那一格
reason-more-cells-than-shields-that-have-a-choice = 写的落点比有选择的盾卫多
reason-a-shield-steps-diagonally = 盾卫只能斜走
reason-this-seat-is-not-to-move = 没轮到这座走
reason-only-living-seats-go-out = 只有在局的座能出局
reason-this-game-has-no-such-event = 这种棋没有这样的事件
reason-not-the-seats-that-are-due-to-show = 亮出的不是应亮的那些座
