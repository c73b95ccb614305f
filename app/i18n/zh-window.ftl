# The window: its frame, its home, rooms, settings.

window-failed = 打不开窗口（{ $why }）；下面先在终端里演示一局。
window-failed-next =
    在 Debian、Ubuntu 上安装：sudo apt-get install libx11-6 libxcursor1 libxi6 libxrandr2 libx11-xcb1 libxkbcommon-x11-0 libgl1
    然后在有图形界面的桌面上运行 qiyue；只用终端下棋：qiyue host、qiyue join 地址。
window-none = 这个程序编译时没有带窗口。
window-none-next = 在终端里看棋谱：qiyue replay 文件；核查：qiyue audit 文件。
window-name = 棋约
bar-rules = 规则
bar-settings = 设置
theme-system = 跟随系统
theme-light = 浅色
theme-dark = 深色
theme-contrast = 高对比

## 处处用到

back = 返回
clock-none = 不限时
clock-seconds = 每步 { $seconds } 秒
clock-minutes = 每步 { $minutes } 分钟
seats-count = { $count } 座
options-usual = 标准规则
option-quiet_limit-0 = 不限
ago-now = 刚刚
ago-minutes = { $count } 分钟前
ago-hours = { $count } 小时前
ago-days = { $count } 天前
title-hosting = 等人加入
title-room = 在房间里
title-sign = 请看棋约
title-turn = 轮到你
title-playing = 对局中
title-over = 对局结束

## 首页

seal = 棋约
hero-name = 棋约
hero-line =
    不用服务器，和身边的朋友直接下棋。
    每一步都签名，输赢谁都能查。
home-rooms = 局域网房间
home-records = 棋谱
home-create = 建房
home-create-about = 房间马上开好，规则可以再改
home-machine = 和电脑下
home-machine-about = 马上开一局，不用等人
home-beside = 两人同屏
home-beside-about = 两个人轮流用这台电脑
home-open = 打开棋谱
home-open-about = 复盘、核查下过的棋
home-fingerprint = 指纹 { $fingerprint }
fingerprint-about = 名字谁都能取，指纹别人仿不了：当面核对过一次，以后看指纹就知道是不是同一个人。
alias-change = 改名
alias-later = 离开房间或对局后才能改名
alias-field = 你的名字
alias-save = 就叫这个
alias-empty = 名字里至少要有一个看得见的字，前后不要空格。
alias-long = 名字太长了，最多 24 个汉字。
alias-character = 名字里有不能用的字符，换成普通的字试试。
join-field = 房主给的地址
join-hint = 粘贴房主发来的地址或整段消息
join-address = 加入
room-join = 加入
room-join-name = 加入 { $host } 的房间
room-seats = 共 { $seats } 座，还空 { $free } 座
room-game = { $game } 规则第 { $version } 版
room-version = 版本 { $version }
room-gone = 房主已离开
room-full = 已经满座
room-protocol-older = 房主的程序较旧（协议 { $theirs }，你的是 { $ours }），请房主更新
room-protocol-newer = 你的程序较旧（协议 { $ours }，房主是 { $theirs }），请先更新
room-rules-unknown = 你的程序没有“{ $game }”规则第 { $version } 版，请先更新
finding-off = 现在没有找局域网里的房间。可以把房主的地址粘贴在下面加入。
finding-on = 这个网络里有 { $count } 个别的棋约。
finding-failed = 找不了局域网里的房间（{ $why }）。可以把房主的地址粘贴在下面加入。
rooms-none = 还没有发现房间
rooms-none-wifi = 不在同一个 Wi-Fi 里：两台电脑要连同一个网络。
rooms-none-vpn = 开着 VPN：先关掉试试。
rooms-none-firewall = 防火墙拦住了：允许 qiyue 使用本地网络。
rooms-none-router = 路由器隔离了设备：访客网络常这样，换一个网络。
steps-name = 和朋友下
step-one = 点“建房”，要改规则就在房间里改。
step-two = 朋友在这里看到房间，或用你发的邀请加入。
step-three = 都准备好，点“开始”。
resume = 接着下
resume-name = 接着下：对 { $players }
resume-title = 上次没下完：对 { $players }
resume-here = 同屏的朋友
resume-steps = 已走 { $steps } 步
resume-moved = 对方换了地址？
resume-field = 对方现在的地址
resume-hint = 粘贴对方现在的地址
resume-more = 另有 { $count } 局
resume-less = 收起
records-none = 还没有棋谱。下过的每一局都会自动存在这里。
records-drop = 也可以把棋谱文件（.qiyue）拖进窗口。
records-field = 棋谱文件的路径
records-hint = 粘贴棋谱文件的路径
records-open = 打开
records-name = 打开棋谱：{ $players }
drop-later = 现在不能打开棋谱。
drop-later-next = 下完或离开之后，再把文件拖进来。

## 建房

create-seats = 谁坐哪里
create-seats-about = 留给“等人”的座，朋友可以从局域网或凭地址加入。
create-seat-name = { $seat } 座：{ $who }
create-seat-me = 想换座，就在别的座上点“我”。
create-clock = 时限
create-options = 规则
create-open = 开房
create-change = 改好了
create-faulty = 有规则互相矛盾，看上面标出的地方。
plan-me = 我
plan-beside = 同桌
plan-bot = 电脑
plan-open = 等人
preset-laoqi-2 = 最快上手
preset-laoqi-3 = 三块半盘围一圈
preset-laoqi-4 = 大盘混战
preset-laoqi-5 = 正中一座持铁皇冠
option-ties-about = 同一手势平局三次，下一次就用它的棋子。
option-incite-about = 国王到了别人底线，可策反一枚盾卫。
option-promotion-about = 战士被吃过，盾卫才能升变。
option-crown-about = 并列最高时，由持冠的座指定谁走。
option-quiet_limit-about = 连续这么多手没有吃子、升变、策反，就和棋。
option-timeouts-about = 超时比这更多的座出局。

## 房间

room-start = 开始
room-ready = 准备
room-unready = 取消准备
room-leave = 离开
room-close = 关闭房间
room-change = 改规则和座位
room-complete = 人齐了，可以开始。
room-host-starts = 人齐了，等房主开始。
room-missing-seats = 还空 { $count } 座
room-missing-ready = 等 { $names } 准备
seat-free = 空位
seat-mine = 我
seat-host = 房主
seat-machine = 电脑
seat-machine-level = 电脑 · { $level }
seat-invite = 等人加入
seat-ready = ✓ 已准备
seat-unready = 还没准备
seat-name = { $seat } 座：{ $name }，{ $state }
seat-name-free = 坐到 { $seat } 座：空位
seat-take = 我坐这里
seat-to-bot = 换成电脑
seat-to-beside = 换成同桌
seat-free-host = 点开可换成电脑
seat-free-guest = 点一下坐这里
seat-to-open = 改为等人
invite = 请人加入
invite-copy = 复制邀请
invite-about = 同一网络里的朋友在首页就能看到这个房间；看不到的，把邀请发给他。
invite-alone = 现在只有这台电脑上的程序能加入。
invite-copied = 邀请已复制，发给朋友就行。
brief = 规则要点
brief-laoqi =
    { $seats ->
        [2] 吃掉对方的国王就赢。
       *[other] 国王被吃就出局，军归吃它的一方；留到最后的赢。
    }
    每一手先猜拳：各自封存，一起亮出；胜方行动。
    剪刀走战士，石头走盾卫和刺客，布走国王。
    同一手势平局三次就待定：下一次不论谁胜，都走它的棋子。
    盾卫斜走推子：推动一整串同色的棋子；盾卫吃不掉。
    { $crown ->
        [on] 正中的座持铁皇冠：胜者不止一座时，由它指定谁走。
       *[off] {""}
    }
brief-shouhu =
    走进对方的禁区得一分，棋子由对方放回得分方的半场。
    敌子、己子、石头都能吃；吃到的棋子马上放回它自己的半场。
    士借身边棋子的走法；兵从身边的棋子上跳过去，可以连跳。
    停在自己禁区里的那一枚是守护者：谁也吃不掉它。
brief-all = 完整规则
asking-title = 正在联系房主…
asking-about = 一般几秒就能连上。连不上时，下方会说明原因。
asking-cancel = 取消
review-title = 请看这份棋约
review-about = 房主发来的棋约和你在房间里看到的不一样。看过每一项再决定签不签。
signing-title = 正在签棋约
signing-about = 全部签好，对局就开始。
signing-signed = 已签
signing-waits = 还没签
signing-gone = 没有连上
contract-sign = 签字
contract-decline = 不签
contract-machine = 程序自动的步骤，每次最多 { $seconds } 秒。
contract-id = 棋约编号

## 设置

settings-lang = 语言
settings-theme = 颜色
settings-scale = 大小
settings-scale-keys = 也可以按 Ctrl 加“+”“-”“0”。
settings-keys = 快捷键
settings-keys-all =
    Ctrl+回车　做这一页最要紧的事
    Ctrl+N　选好规则再建房　　Ctrl+O　打开棋谱
    Ctrl+M　和电脑下　　Ctrl+D　两人同屏
    F1　规则　　F2　设置　　F3　聊天　　Esc　返回　　对局里按 ? 看更多
settings-motion = 动画
settings-motion-about = 短动画，从不耽误走棋。
settings-hints = 新手提示
settings-hints-about = 头几局在棋盘旁解释该做什么。
settings-coordinates = 格子的名字
settings-coordinates-about = 在棋盘边上写出行列。
settings-alias = 你的名字
settings-profile = 数据目录：{ $folder }
settings-profile-about = 钥匙、对局、棋谱都在这个目录里；换电脑时把它一起带走。
settings-version = 棋约 { $version }
settings-licence = 程序按 MIT 或 Apache-2.0 许可使用；字体按 SIL 开放字体许可（OFL）使用。
settings-fonts = 字体的许可全文
settings-fonts-hide = 收起许可全文
lang-zh = 中文
lang-en = English（英文）

## 通知

notes-name = 通知
notes-read = 知道了
notes-read-name = 知道了：{ $what }
profile-other = 你的身份正在另一个棋约窗口里用，这个窗口换用身份 { $number }。
profile-other-next = 关掉两个窗口再打开，就回到原来的身份。
problem-address-next-window = 请房主点“复制邀请”，把整段消息粘贴过来。
problem-no-match-next-window = 那一局可能在别的数据目录里；也可以开一局新的。
problem-no-such-match-next-window = 回到首页，从“接着下”里选。
problem-disk-next-window = 看看磁盘是否已满，再从首页“接着下”。
problem-network-next-window = 看看网络是否断开，再重新打开棋约。
refused-same-key-next-window = 每台电脑用自己的身份；复制来的数据目录不能和原来的同桌。
refused-no-room-next-window = 请房主先点“建房”，再把新的邀请发来。
dial-refused-next-window = 请房主先开房，再核对地址。正在重试。
