# 远方的朋友：邀请、中继、连接
dial-no-relay = 中继现在用不了，到不了 { $address }。
dial-no-relay-next = 正在自动重试。一直不行，就请房主换一个中继，再发一份邀请。
dial-not-there = 中继说房主现在不在线：{ $address }。
dial-not-there-next = 不用重新粘贴：房主打开棋约、房间还在，就会自动接通。
refused-expired = 这份邀请的房间已经关了。
refused-expired-next = 请房主再开一次房，把新的邀请发来。
invitation-none = 这段文字里没有邀请。
invitation-none-next = 请房主点“复制邀请”，把整段消息粘贴过来；链接以 qiyue:// 开头。
invitation-typo = 邀请不完整，或抄错了字。
invitation-typo-next = 从房主发来的消息里重新复制一次，要连到链接的最后一个字母。
invitation-newer = 这份邀请是较新的程序做的（邀请第 { $theirs } 版，你的程序只懂第 { $ours } 版）。
invitation-newer-next = 先更新你的棋约，再用这份邀请。
invitation-older = 这份邀请是较旧的程序做的（邀请第 { $theirs } 版，你的程序用第 { $ours } 版）。
invitation-older-next = 请房主更新棋约，再发一份邀请。
invitation-kind = 这是中继的链接，不是房间的邀请。
invitation-kind-next = 加中继用 qiyue host --relay 链接；加入房间要房主的邀请。
invitation-kind-next-window = 可以把它加到你的中继里；加入房间要房主的邀请。
invitation-malformed = 这份邀请看不懂：它说的内容自相矛盾。
invitation-malformed-next = 请房主用棋约重新点一次“复制邀请”。
invitation-expired = 这份邀请已经过期（{ $ago }）。
invitation-expired-next = 请房主再发一份。要是房主刚发的，看看你电脑的日期和时间对不对。
relay-line-none = 这段文字里没有中继的链接。
relay-line-none-next = 向开中继的朋友要以 qiyue://r/ 开头的那一行，整行粘贴过来。
relay-line-typo = 中继的链接不完整，或抄错了字。
relay-line-typo-next = 重新复制一次，要连到最后一个字母。
relay-line-newer = 这个中继的链接是较新的程序做的（第 { $theirs } 版，你的程序只懂第 { $ours } 版）。
relay-line-newer-next = 先更新你的棋约，再加这个中继。
relay-line-older = 这个中继的链接是较旧的程序做的（第 { $theirs } 版，你的程序用第 { $ours } 版）。
relay-line-older-next = 请开中继的朋友更新程序，再给一次链接。
relay-line-kind = 这是房间的邀请，不是中继的链接。
relay-line-kind-next = 用 qiyue join 加入那个房间；中继的链接以 qiyue://r/ 开头。
relay-line-kind-next-window = 回首页粘贴它，就能加入那个房间。
relay-line-malformed = 这个中继的链接看不懂：它说的内容自相矛盾。
relay-line-malformed-next = 请开中继的朋友重新给一次链接。
relay-dial = 连不上中继「{ $name }」：{ $why }。
relay-dial-next = 看看自己的网络，再问问开中继的朋友它开着没有。会自动重试。
relay-token = 中继「{ $name }」要口令，链接里的口令不对或没有。
relay-token-next = 向开中继的朋友要带口令的链接，重新加一次。
relay-full = 中继「{ $name }」名额已满。
relay-full-next = 过一会儿再试，或换一个中继。
relay-draining = 中继「{ $name }」正在关闭，不接新的连接。
relay-draining-next = 等它重新开起来，或换一个中继。
relay-version = 中继「{ $name }」说的是另一个版本。
relay-version-next = 请开中继的朋友和你都更新到同一个版本。
relay-too-small = 中继「{ $name }」限得太紧，下不完一局（每条连接 { $why }）。
relay-too-small-next = 换一个中继，或请开中继的朋友放宽到一小时、1 MiB 以上。
relay-none = 「{ $name }」不是中继，或不知道自己的外部地址。
relay-none-next = 请开中继的朋友运行 qiyue relay check-config，按提示填好外部地址。
relay-refused = 中继「{ $name }」拒绝了，没有说原因；可能是请求太多。
relay-refused-next = 过几分钟再试，或换一个中继。
relay-gone = 和中继「{ $name }」的连接断了。
relay-gone-next = 正在自动重连；对局不会丢步。

## 怎么连上的

way-here = 本机
way-lan = 局域网直连
way-lan-brief = 局域网
way-internet = 互联网直连
way-internet-brief = 互联网
way-relay = 经中继「{ $name }」
way-relay-brief = 中继
way-reconnecting = 重连中 { $clock }
way-reconnecting-brief = 重连 { $clock }
way-never = 还没连上
way-offline = 离线（{ $why }）
way-offline-brief = 离线
way-time = { $ms } 毫秒
way-name = { $who }：{ $way }
parting-asked = 已挂断
parting-gone = 连接断了
parting-silent = 没有动静
parting-unused = 久未使用
parting-misbehaved = 发来的数据不合规矩
parting-foreign = 对方不是棋约
parting-blocked = 被挡在外面
tried-trying = 正在试…
tried-connected = 连上了
tried-closed = 连上过，后来断了（{ $why }）
tried-not-punched = 想绕开中继直连，没有打通
tried-refused = 那里没有程序在等
tried-unreachable = 没有路通到那里
tried-timed-out = 没有回应
tried-unknown-name = 找不到这个名字
tried-wrong-peer = 那里的是别的程序
tried-myself = 那是你自己的地址
tried-handshake = 那里的程序听不懂，或挂断了
tried-no-relay = 中继现在用不了
tried-not-there = 中继说对方不在线
tried-other = 没有连上
ago-seconds = { $count } 秒前
trail-title = 怎么连到{ $name }
trail-try = { $ago }试{ $way }：
trail-none = 还没有试过任何地址。
trail-close = 关闭
advice-direct = 两台电脑直接相连，没有要做的。
advice-relay = 消息经过中继，照样加密；要是能直连，会自动换过去，不影响下棋。
advice-not-punched = 直连没有打通，所以继续走中继：照样加密，只慢一点。两边在同一个网络里就能直连。
advice-no-relay = 中继现在用不了。会自动重试；一直不行，请开中继的朋友看看它。
advice-not-there = 中继说对方不在线。对方打开棋约就会自动接通，你不用做什么。
advice-reconnecting = 正在自动重连，对局一步也不会丢。很久连不上，就问问对方的网络。
advice-offline = 要等对方的程序自己连过来：请对方打开棋约，从“接着下”回到这一局。
advice-foreign = 那个地址上的程序不是棋约，请对方重新发一次邀请。
reached-lan = { $seat } 局域网直连{ $time }。
reached-internet = { $seat } 互联网直连{ $time }。
reached-relay = { $seat } 经中继「{ $name }」{ $time }。
reached-time = ，{ $ms } 毫秒

## 邀请

invite-message =
    { $host }邀你下{ $game }（{ $seats } 人，{ $clock }）。
    打开棋约，复制这段文字，首页会认出来：
    { $link }
invite-message-address =
    { $host }邀你下{ $game }（{ $seats } 人，{ $clock }）。
    打开棋约，把这一整段粘贴到首页下方的地址栏，按回车加入。
    在终端里：qiyue join { $address }
invite-qr = 二维码
invite-qr-name = 邀请的二维码
invite-qr-about = 用手机扫出文字，再发给朋友。
invite-relay = 不在同一个网络的朋友也能来：经中继「{ $name }」。
invite-relay-trying = 正在连中继「{ $name }」；连上之前，邀请只在这个网络里有用。
invite-relay-failed = 中继「{ $name }」现在用不了，邀请只在这个网络里有用。
invite-local = 邀请只在这个网络里有用。朋友在别处，就先加一个中继。
invite-to-relays = 中继设置
invite-until = 邀请 { $hours } 小时内有效。
invite-addresses = 地址
offer-title = { $host }邀请你下{ $game }
offer-terms = （{ $seats } 人，{ $clock }）
offer-join = 加入并准备
offer-no = 不了
offer-relay = 要把剪贴板里的中继加到你的中继里吗？
offer-relay-about = 以后你建的房，不在同一个网络的朋友也能来。
offer-relay-add = 添加中继
offer-rules = 你的程序没有“{ $game }”规则第 { $version } 版。
offer-rules-next = 先更新你的棋约，再用这份邀请。
offer-older = 房主的程序较旧（协议 { $theirs }，你的是 { $ours }）。
offer-older-next = 请房主更新棋约，再发一份邀请。
offer-newer = 你的程序较旧（协议 { $ours }，房主是 { $theirs }）。
offer-newer-next = 先更新你的棋约，再用这份邀请。
offer-own = 这是你自己房间的邀请，发给朋友才有用。
asking-offline = 房主现在不在线
asking-offline-next = 不用重新粘贴，也不用等在这里点什么：房主一上线就自动接通。
asking-tries = 正在试的地址
asking-stays = 会自己一直试下去，连上就进房间。

## 中继

relays = 中继
relays-about = 中继只替两边转送加密的消息：看得到谁和谁在连、什么时候、多少字节，看不到棋和名字。
relays-none = 还没有中继。同一个网络里下棋用不着它；朋友在别处，就向开中继的朋友要一行链接。
relays-field = 中继的链接
relays-hint = 粘贴以 qiyue://r/ 开头的链接
relays-add = 添加
relays-use = 建房时用它
relays-use-name = 建房时用中继 { $name }
relays-check = 检查
relays-check-name = 检查中继 { $name }
relays-drop = 移除
relays-drop-name = 移除中继 { $name }
relay-idle = 没有在用
relay-trying = 正在问…
relay-ready = 能用（每条连接 { $limits }）
relay-reserved = 在用，别人能经它找到你（每条连接 { $limits }）
limit-hours = { $count } 小时
limit-minutes = { $count } 分钟
limit-mib = { $count } MiB 数据
limit-kib = { $count } KiB 数据
limit-none = 不限

## 终端

asking-host = 正在联系{ $host } …
help-host-relay = 经这个中继也能加入：以 qiyue://r/ 开头的一行
help-host-qr = 邀请也用二维码显示
