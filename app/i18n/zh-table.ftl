# The table of a match in the window.

board-empty = 空
board-own = 己方{ $kind }
board-own-lent = 己方指挥的 { $army } 军{ $kind }
board-other = { $seat } 座的{ $kind }
board-other-lent = { $seat } 座指挥的 { $army } 军{ $kind }
board-go = 可走
board-take = 可吃
board-pick = 可选
board-chosen = 已选
board-start = 能动
board-last = 上一步

## 轮到谁

play-choose = 请出手势
play-choose-as = 轮到 { $seat }：请出手势
play-move = 轮到你行动
play-move-as = 轮到 { $seat } 行动
play-begin = 等大家确认开局…
play-answer = 各方程序正在裁定…
play-show = 正在一起亮出…
play-toss = 正在掷公共随机数…
play-seal = 正在签署终局…
play-over = 对局结束
play-wait = 现在不用你做什么。
play-sealed = 已封存
play-sealed-wait = 等 { $seats } 出手势；都封存之后一起亮出。
play-sealing = 选一个。先封存，谁也看不见；都选好才一起亮出。
play-card = { $title }：{ $beats }，{ $moves }（按 { $key }）
choice-laoqi-J-beats = 胜布
choice-laoqi-J-moves = 驱动战士
choice-laoqi-S-beats = 胜剪刀
choice-laoqi-S-moves = 驱动盾卫、刺客
choice-laoqi-B-beats = 胜石头
choice-laoqi-B-moves = 驱动国王

## 走一步

play-pick-first = 点一枚有方框的棋子。
play-pick-next = 点要去的格：圆点可走，圆环可吃。再点一次棋子就取消。
play-pick-word = 选一项：
play-pick-next-or-word = 点要去的格，或选一项：
play-cancel = 取消（Esc）
play-push = 推过去
play-do = 就这样走
play-back = 退回
play-follows = 走了以后：
play-go = { $count } 枚棋子移动，见箭头。
play-none-gone = 没有棋子离盘。
type-title = 输入着法（按 /）
type-hint = 如 d2-d3
type-unread = 看不懂（{ $place }：{ $reason }）。
type-illegal = 现在不能这样走。

## 局面与历史

play-facts = 局面
play-history = 经过
play-history-none = 还没有发生什么。
play-offered = { $seat } 提和。
play-declined = { $seat } 不同意和棋。
play-silent = { $seat } 的时间已到，还没有回应。可以继续等，也可以关闭对局。
reveal-acts = { $seats }行动
reveal-again = 平局，再猜一次
reveal-play-off = 并列，{ $seats }再猜
reveal-passed = 这一手空过，{ $seats }猜下一手

## 各座

seat-is-machine = 机器
seat-is-own = 你
seat-is-here = 在这台电脑前
seat-out = 出局
seat-away = 没有连上
seat-for-draw = 提和
seat-thinks = 思考中…
seat-turn = 请走
seat-choose = 请出手势
seat-sealed = 已封存
seat-done = 已给出

## 随时可做

act-draw = 提和
act-withdraw = 撤回
act-accept = 同意和
act-decline = 不和
act-record = 记录
act-record-close = 收起
act-resign = 认输
act-confirm = 确认
act-confirm-resign = 确认认输
act-confirm-close = 确认关闭
act-close = 关闭
act-leave = 离开
act-sure-resign = { $seats }真的认输？点“确认认输”。
act-sure-close = 以“失联”结束，不算胜负？点“确认关闭”。
act-offers = { $seats }提和。

## 换人

cover-title = 把屏幕交给 { $seat }
cover-note = 其他人请不要看。
cover-go = 交好了，开始

## 提示

hint-no-more = 不再提示
hint-move = 点自己的一枚棋子，再点它要去的格。
hint-preview = 箭头指要移动的，叉是要离盘的。Enter 确认，Esc 退回。
game-laoqi-hint-choose = 先猜拳：猜赢的人行动，而且只能走那个手势驱动的棋子。
game-laoqi-hint-K = 国王走一步；或点旁边的己方棋子号令它；在别座底线上可策反盾卫。
game-laoqi-hint-W = 战士前后左右走一步，可以吃子；盾卫谁也吃不掉。
game-laoqi-hint-S = 盾卫斜走一步；那格有子，就把整串推过去；损失过战士还能升变。
game-laoqi-hint-A = 刺客直走一步；斜着一步可以与敌子同归于尽。

## 按键

keys-title = 按键
keys-choose = 出手势（或 J S B）
keys-focus = 在棋盘上移动
keys-enter = 选中；确认预览
keys-escape = 退回一步
keys-type = 输入着法
keys-last = 上一步用文字说一遍
keys-facts = 局面用文字说一遍
keys-seats = 各座在做什么、钟、谁连上了
keys-sheet = 打开、收起这张表
keys-close = 收起
