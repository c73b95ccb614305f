# 建房、加入、对局、演示的用语。与 en-play.ftl 的键相同，由测试核对。

## 建房与加入

room-opening = 正在开房间…
room-open = 房间已开（{ $options }）。把下面这一行发给对方：
reach-local = 它只在这个网络里有用；朋友在别处，就用 qiyue host --relay 中继的链接。
reach-relay = 不在同一个网络的朋友也能来：经中继「{ $name }」。
reach-relay-trying = 正在连中继「{ $name }」；连上之前，它只在这个网络里有用。
reach-relay-failed = 中继「{ $name }」现在用不了，它只在这个网络里有用；会自动重试。
room-seat = { $seat } 号座：{ $who }
room-unready-seats = 人到齐了，等 { $seats } 准备…
room-agreed = 大家都准备好了。
seat-bot = 机器
seat-empty = 空着，等人来
too-many-bots = 机器太多：这种棋最多 { $most } 个座给机器，还要留一个给你。
arg-pace = 机器每步用多少毫秒，给看的人看
arg-bot = 由机器替你下
asking = 正在连接 { $address } …
seated = 已入座，还差 { $missing } 人。
signing = 正在签署棋约：{ $signed }/{ $seats } 座已签。
signing-away = { $seats } 没有连上，等待中。输入 quit 离开。
contract-title = 棋约 { $id }…
contract-rules = 规则：{ $options }
contract-no-clock = 时限：不限
contract-clock = 时限：每次 { $seconds } 秒
contract-player = { $seat } 号座：{ $name }（指纹 { $fingerprint }）{ $own }
contract-own = ← 你
contract-changed = 房主换了一份棋约，请重新看：
ask-sign = 同意这份棋约吗？输入 y 签署，输入 n 不签。
declined = 没有签；已告诉房主。
left-early = 你离开了。
only-quit = 现在只能等待；输入 quit 离开。
input-over-unsigned = 输入已经结束。棋约没有签。
input-over = 输入已经结束。对局留在磁盘上，用 qiyue resume 继续。

## 对局

board-sheet = 半场
ask-seat = 轮到 { $seat }。
ask-choice = 出拳（输入时不显示）：{ $choices }
ask-choice-pipe = 出拳：{ $choices }
ask-choice-again = 没看懂，请出拳：{ $choices }
committed = 已封存 ✓ 大家都封存之后一起亮出。
moves-title = 可以走 { $count } 种：
ask-time = 这一步限时 { $seconds } 秒。
ask-move = 走哪一步？输入着法或编号；? 看其他命令。
move-illegal = 现在不能这样走；输入 moves 看可以走的。
move-unread = 看不懂这步（{ $place }：{ $reason }）；输入 moves 看可以走的。
not-your-turn = 现在没有轮到你；? 看可以用的命令。
match-help =
    着法或编号     走这一步
    moves 着法     列出可以走的
    board 棋盘     再画一次棋盘
    draw 求和      提和，或同意对方的提和；withdraw 撤回，decline 拒和
    pause 暂停     想暂停，或同意暂停；resume 继续 收回；clock 时钟 看各座的时间
    resign 认输    认输，要输入两次
    seats 各座     谁在、怎么连上的；有人不在时能做什么
    handover 托管  让程序替你下，可以加 随便、快、强；takeback 收回 自己接着下
    rematch 再来   这局完了，换座再来一局（都同意才开始）
    close 关闭     对方不再回应时，以“失联”结束，记录在案
    quit 退出      离开；对局留着，用 qiyue resume 继续
resign-again = 真的认输吗？再输入一次 resign 就认输。
left = 你离开了。对局留在磁盘上，用 qiyue resume 继续。
draw-stands = 求和有效，直到你走棋；输入 撤回 收回。
log-offered = { $seat } 提和。输入 draw 同意，decline 拒绝。
log-declined = { $seat } 不同意和棋。
log-silent = { $seat } 的时间已到，还没有回应。可以继续等，或输入 close 以“失联”结束。
status-moves = 等 { $seats } 走棋…
status-ready = { $seats } 已封存 ✓
status-choose = 等 { $seats } 出拳…
status-choose-some = { $ready } 已封存 ✓，等 { $seats } 出拳…
status-away = { $seats } 没有连上，正在重连…
status-found-at = 如果对方找不到你，请对方用下面的一行继续：
status-back = { $seats } 又连上了。
status-unsettled = 等 { $seats } 重新连上；核对过之后才能继续。
ended-no-game = 没有开局：{ $seat } 没有回应。
ended-claimed = 对局以“失联”结束：{ $seats } 没有回应。结果不作数，记录在案。
ended-cheated = { $seat } 在第 { $step } 步违规（{ $check }）。证据在棋谱里，用 qiyue audit 核查。
ended-diverged = 第 { $step } 步的局面与 { $seat } 的不一致，对局停止。用 qiyue audit 核查棋谱。
ended-fault = 程序出错：{ $why }。对局停止，棋谱保留。
record-at = 棋谱：{ $path }

## 出错

bad-name = 这个名字不能用：{ $why }。
bad-name-next = 换一个名字，24 个汉字以内，不用控制字符。
bad-crash = 看不懂 --crash-at：{ $why }。
no-profile = 找不到放数据的地方。
no-profile-next = 用 --profile 目录 指定一个。
profile-busy = 另一个 qiyue 正在使用 { $why }。
profile-busy-next = 关掉那一个，或用 --profile 换一个目录。
profile-bad = 打不开数据目录：{ $why }。
problem-address = 这不是地址：{ $why }。
problem-address-next = 把房主屏幕上 join 后面的一整段粘贴过来。
address-empty = 什么也没有写
address-long = 太长了
address-no-port = 缺少端口
address-host = “{ $part }”不是主机
address-port = “{ $part }”不是端口
address-peer = “{ $part }”不是程序的身份
address-part = 看不懂“{ $part }”这一段
problem-no-match = 没有可以继续的对局。
problem-no-match-next = 用 --profile 指明那一局所在的目录，或用 qiyue host 开一局新的。
problem-no-such-match = 没有以 { $id } 开头的对局，或不止一个。
problem-no-such-match-next = 多写几位编号；编号就是 matches 里文件夹的名字。
problem-contract = 这份棋约不能签：{ $why }。
problem-contract-next = 请房主重新建房。
problem-declined = { $name } 没有签这份棋约。
problem-declined-next = 那个座又空了，房间还开着：等人来，或商量好规则再开始。
problem-disk = 磁盘出错：{ $why }。没有存下的东西都没有发出去。
problem-disk-next = 看看磁盘是否已满，再用 qiyue resume 继续。
problem-misuse = 现在不能这样做：{ $why }
problem-network = 网络用不了：{ $why }。
problem-network-next = 换一个端口（--port），或看看有没有另一个 qiyue 在运行。
problem-other-version = 对方的程序说的是另一个版本的协议。
problem-other-version-next = 两边都换成同一个版本。
problem-room-closed = 房主关了房间。
problem-room-closed-next = 请房主再开一次。
problem-unseated = { $name } 想加入，没有成：{ $why }
refused-full = 房间已经满了。
refused-same-key = 这一桌已有人用同样的密钥。
refused-same-key-next = 请用自己的数据目录（--profile 目录）；复制来的不能和原来的同桌。
refused-no-room = 那里现在没有等人的房间。
refused-no-room-next = 请对方先运行 qiyue host。
refused-protocol = 协议版本不同：房主的程序用版本 { $host }。
refused-protocol-next = 两边都换成同一个版本。
refused-rules = 规则版本不同：房主的程序用 { $game } 规则第 { $version } 版。
refused-rules-next = 两边都换成同一个版本。
dial-refused = { $address } 那里没有程序在等。
dial-refused-next = 请房主先运行 qiyue host，再核对端口。正在重试。
dial-unreachable = 没有路通到 { $address }。
dial-unreachable-next = 核对地址；两台电脑要在同一个网络里。
dial-timed-out = { $address } 没有回应。
dial-timed-out-next = 看看防火墙是否拦住了，地址是否正确。
dial-unknown-name = 找不到 { $address } 这个名字。
dial-unknown-name-next = 核对地址，或改用 IP 地址。
dial-wrong-peer = { $address } 那里的不是要找的程序：{ $why }。
dial-wrong-peer-next = 请房主重新发一次地址。
dial-myself = { $address } 是你自己的地址。
dial-myself-next = 请用房主的地址。
dial-handshake = { $address } 那里的程序听不懂我们的话，或挂断了。
dial-handshake-next = 核对端口；那里可能不是 qiyue。
dial-other = 连不上 { $address }：{ $why }。
misuse-early = 对方的时间还没有到。
misuse-nobody-silent = 没有谁失联。
misuse-unconfirmed = 还没有谁收到你的上一步：等有人收到，或者先离开，以后接着下。
misuse-not-own = 这不是你的座。
misuse-not-due = 还没有轮到你。
misuse-decided = 这一步你已经决定了。
misuse-wrong-kind = 现在要的不是这个。
misuse-illegal = 规则不允许。
misuse-over = 对局已经结束。
misuse-unsettled = 重启之后还没有与别人核对过。

## 演示

demo-intro = 演示：再启动一个自己的进程，两个机器人用真实的网络连接下一局；每一步都签名，存进两边各自的棋谱。
demo-intro-laoqi =
    演示：再启动一个自己的进程，两个机器人用真实的网络连接下一局劳棋。
    每一手先各自封存、再一起亮拳；每一步都签名，存进两边各自的棋谱。
demo-intro-junqi =
    演示：再启动一个自己的进程，两个机器人用真实的网络连接下一局军棋。
    布阵和翻子的随机数先各自封存、再一起亮出；每一步都签名，存进两边各自的棋谱。
demo-second = 第二个进程（{ $process }）连到 { $address }
demo-progress = 第 { $ply } 手 · 第 { $step } 步 · { $living } 座在局 · 链头 { $head }…
demo-late = 演示没有在一分钟内完成。
demo-folder = 没有地方放演示的数据：{ $why }。
demo-no-second = 第二个进程启动不了：{ $why }。
demo-unread = 读不了棋谱：{ $why }。
demo-complete = 核查通过：{ $name }的棋谱，{ $checks } 项检查
demo-incomplete = { $name }的棋谱不完整或有问题。
demo-same = 两份棋谱逐字节相同。用时 { $seconds } 秒。
demo-kept = 两份棋谱留在 { $path } 里，可以用 qiyue audit、replay、inspect 查看。
demo-passing = 棋谱没有留下；加 --profile 目录 可以留下来看。
demo-differ = 两份棋谱不同。用时 { $seconds } 秒。
