# 离开与回来：谁不在、能做什么；托管；求和；再来一局；请出房间。与 en-leave.ftl 的键相同。

## 房间

problem-void = 有人没有签这份棋约，它作废了。
problem-void-next = 房间还开着，你还在座上：等人来齐，再准备一次。
refused-removed = 房主请你离开了这个房间。
refused-removed-next = 这个房间不会再让你进。要是弄错了，请房主关掉它再开一间。
kick-whom = 要请出谁？写座号，例如：请出 1
only-quit-or-kick = 现在只能等待；输入 请出 座号 让一位客人离开，quit 关房间。

## 谁不在

way-bridged = 经 { $name } 转
way-bridged-brief = 经人转
way-offline-since = 离线 { $clock }（{ $why }）
way-offline-brief-since = 离线 { $clock }
advice-bridged = 没有直接的连接，他的步子由另一位玩家的程序转来，照样算数；程序还在试着直连。
reached-bridged = { $seat } 没有直接连上，步子经 { $name } 转来
seat-owes = 该他了，不在
away-wait = 可以等他回来，也可以提和。
away-not-due = 现在不等不在的人：照常下，轮到他时再等。
away-close = 可以等，可以提和，也可以“关闭”：以失联结束，不算胜负。
away-close-later = 可以等，可以提和；{ $clock } 后可以“关闭”：以失联结束，不算胜负。
away-sealing = 可以等，也可以离开：结果照样算数，缺谁的签名会写明。
away-unsettled = 你的程序重开过，至少要有一座连上、核对过，才能继续。
away-unsettled-close = 你的程序重开过，至少要有一座连上、核对过，才能继续；不想再等，也可以“关闭”：以失联结束，不算胜负。
status-seal = 胜负已定（{ $outcome }），还缺 { $seats } 的终局签名。
status-seal-here = { $seats } 连着，马上会签。

## 求和

draw-for = 同意和：{ $seats }
draw-against = 不同意：{ $seats }
draw-open = 还没表示：{ $seats }

## 托管

seat-is-handed = 托管中（{ $level }）
level-random = 随便
level-quick = 快
level-strong = 强
handed = { $seat }：{ $told }。输入 收回 自己接着下；提和、认输仍由你决定。
handed-back = 收回了，你自己下。
handover-level = 程度有三种：随便、快、强。例如：托管 快

## 再来一局

again-ask = 再来一局？输入 rematch 换座再来；其他任何输入都是离开。
again-asked = 你想换座再来一局；都同意就自动开始。输入 quit 离开。
again-later = 记下了：这局完了，你想换座再来一局。
again-not = 不再来了。
again-others = { $seats } 想再来一局。
again-gone = 有人走了，来不成下一局。

## 窗口

act-hand-over = 托管
act-take-back = 收回
hand-over-how = 让程序替你下，随时可以收回：
hand-over-level = 托管：{ $level }
handed-note = 程序在替 { $seat } 下；提和、认输仍由你决定。点“收回”自己接着下。
result-again-not = 不再来了
rematch-open = 再来一局要都同意，座位各挪一位。
rematch-wanted = 想再来一局：{ $seats }
rematch-none = 有人走了，来不成下一局。
seat-remove = 请出房间
contract-remove = 请出 { $name }
