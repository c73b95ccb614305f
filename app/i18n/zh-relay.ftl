# qiyue relay 和 qiyue doctor

help-relay = 给朋友们运行一个中继：设置、运行、查看
help-relay-after =
    中继只转发加密的数据：看得到谁和谁连接、从哪里来、多少字节，看不到棋。
    先 init，把印出的那一行发给朋友，再 run。说明见 tools/relay/README.md。
help-relay-init = 新建一个中继：钥匙、带注释的配置、给朋友的那一行
help-relay-init-name = 朋友看到的名字
help-relay-init-listen = 在哪里等连接：IP:端口；默认 0.0.0.0:4001；可以写几次
help-relay-init-external = 别人从外面怎样找到它：IP:端口 或 域名:端口；可以写几次
help-relay-init-token = 要口令：只有拿到那一行的人才能用
help-relay-run = 运行中继，直到收到 SIGTERM 或 Ctrl+C；先等棋下完，再来一次就马上结束
help-relay-check-config = 核对配置，再印一次给朋友的那一行
help-relay-status = 问正在运行的中继怎么样了
arg-dir = 中继的目录；默认在数据目录旁边，名字后面加 -relay

relay-default-name = 朋友的中继
relay-made = 中继已建好：{ $folder }
relay-peer = 它的编号：{ $peer }
relay-line = 把下面这一行（或二维码）发给朋友，在棋约的“设置 → 中继”里粘贴：
relay-made-next = 下一步：qiyue relay run --dir { $folder }
relay-serves = 别人从这里找到它：{ $address }
relay-runs = 就绪（ready）。按 Ctrl+C 停止。
relay-config-good = 配置没有问题。
relay-news-reserved = …{ $peer } 可以经这里被找到了
relay-news-left = …{ $peer } 不再经这里被找到
relay-news-opened = …{ $peer } 和 …{ $other } 接通
relay-news-closed = …{ $peer } 和 …{ $other } 断开
relay-news-refused = 拒绝了 …{ $peer }
relay-news-draining = 不再接新的连接；正在下的棋最多还有 { $seconds } 秒。再按一次 Ctrl+C 马上结束。
relay-status =
    中继「{ $name }」：{ $state }，已运行 { $minutes } 分钟
    编号：{ $peer }
    可被找到的人：{ $clients }，最多 { $clients_most }
    连接：{ $circuits }，最多 { $circuits_most }；总共 { $circuits_total }
    拒绝过：{ $refused } 次
relay-status-good = 正常
relay-status-draining = 正在关闭
relay-status-odd = 状态页的内容看不懂：那里运行的可能是另一个版本。

relay-exists = { $path } 里已经有一个中继。
relay-exists-next = 换一个目录（--dir），或用 qiyue relay check-config 看看它。
relay-missing = { $path } 里没有中继。
relay-missing-next = 先运行 qiyue relay init，或用 --dir 指明目录。
relay-damaged-key = 钥匙文件 { $path } 损坏了。
relay-damaged-key-next = 从备份恢复；没有备份就换一个目录重新 init，再把新的一行发给朋友。
relay-unreadable = 配置 { $path } 第 { $why }
relay-unreadable-next = 改好这一行，再运行 qiyue relay check-config。
relay-io = 用不了 { $path }：{ $why }
relay-io-next = 看看目录是否存在、是否有权限、磁盘是否已满。
relay-fault-name = { $key }：名字是空的、太长，或含有不能显示的字符。
relay-fault-name-next = 写一个短名字，不超过 16 个汉字。
relay-fault-empty = { $key }：一个也没有写。
relay-fault-empty-next = 写上 "0.0.0.0:4001"。
relay-fault-address = { $key }：{ $value } 不是地址。
relay-fault-address-next = 写成 IP:端口，例如 203.0.113.7:4001；外部地址也可以写 域名:端口。
relay-fault-port = { $key }：{ $value } 的端口不能是 0。
relay-fault-port-next = 写一个 1 到 65535 之间的端口，例如 4001。
relay-fault-token = { $key }：口令要 32 位十六进制数字。
relay-fault-token-next = 用 openssl rand -hex 16 生成一个。
relay-fault-loopback = { $key }：状态页只能开在本机，不能开在 { $value }。
relay-fault-loopback-next = 写成 127.0.0.1:4002。
relay-fault-range = { $key }：要在 { $least } 到 { $most } 之间。
relay-fault-range-next = 改成这个范围里的数。
relay-no-address = 别人找不到这个中继：只有本机地址，也没有写外部地址。
relay-no-address-next = 在 relay.toml 的 external 里写上别人能连到的 IP:端口 或 域名:端口；在路由器后面时还要转发端口。
relay-listen = 不能在 { $address } 等连接：{ $why }
relay-listen-next = 看看是不是已有一个中继在运行，或在 relay.toml 里换一个端口。
relay-system = 系统不让中继运行：{ $why }
relay-system-next = 看看系统是否限制了这个程序，再运行一次。
relay-no-health = 这个中继没有状态页。
relay-no-health-next = 在 relay.toml 里写 health = "127.0.0.1:4002"，再重新启动中继。
relay-no-status = { $address } 没有回答：{ $why }
relay-no-status-next = 先用 qiyue relay run 启动它。

help-doctor = 检查：网络、组播、中继、时钟、显示；印出可以发给别人看的报告
help-doctor-relay = 也检查这个中继（它的那一行）；可以写几次
doctor-sign-good = [好]
doctor-sign-warn = [注意]
doctor-sign-bad = [不行]
doctor-bad = 有一项不行，见上面。
doctor-bad-next = 照各项下面写的做；要请人帮忙，把上面的报告发给他，里面没有名字、密钥和完整地址。
doctor-program = 棋约 { $version }，{ $system } { $machine }
doctor-no-interface = 没有网络：除了本机自己，一个地址也没有。
doctor-no-interface-next = 接上网线或 Wi-Fi；没有网络也能和机器人下，或两人同屏。
doctor-interfaces = 网络接口：{ $list }
doctor-interfaces-bad = 看不到网络接口：{ $why }
doctor-interfaces-bad-next = 看看系统是否限制了这个程序。
doctor-multicast = 组播（{ $at }）：本机收发正常。路由器是否放行，从这里看不出来。
doctor-multicast-bad = 组播（{ $at }）：不行（{ $why }），同一网络里的房间不会自己出现。
doctor-multicast-bad-next = 放行防火墙的 UDP 5353，关掉 VPN 再试；或直接粘贴邀请。
doctor-mdns = 可以寻找同一网络里的房间。
doctor-mdns-bad = 不能寻找同一网络里的房间：{ $why }
doctor-mdns-bad-next = 看看是不是有别的程序独占了 UDP 5353；或直接粘贴邀请。
doctor-listening = 可以等别人连接。
doctor-listening-bad = 不能等别人连接：{ $why }
doctor-listening-bad-next = 看看系统是否限制了这个程序；你仍可以加入别人的房间。
doctor-no-relay = 没有设中继：不在同一网络的朋友多半连不上。
doctor-no-relay-next = 请朋友用 qiyue relay 运行一个，把那一行粘贴到“设置 → 中继”。
doctor-relay = 中继「{ $name }」：{ $time } 毫秒得到位置；每条连接最长 { $hours }、最多 { $bytes }
doctor-unlimited = 不限
doctor-clock = 时钟没有问题。
doctor-clock-bad = 时钟不对：比这个程序做出来的时候还早。
doctor-clock-bad-next = 校准系统时钟；不然邀请会显得过期。
doctor-clock-ahead = 时钟比中继快 { $minutes } 分钟。
doctor-clock-ahead-next = 校准系统时钟；不然别人的邀请会显得过期。
doctor-clock-behind = 时钟比中继慢 { $minutes } 分钟。
doctor-clock-behind-next = 校准系统时钟；不然你的邀请对别人会显得过期。
doctor-display = 有显示器可以开窗口。
doctor-display-bad = 没有显示器：窗口开不了，只能用终端。
doctor-display-bad-next = 在桌面里运行，或设好 DISPLAY。
doctor-libraries = 开窗口要的系统库都在。
doctor-libraries-bad = 开窗口要的系统库缺：{ $names }
doctor-libraries-bad-next = 在 Debian、Ubuntu 上运行 apt-get install libx11-6 libxcursor1 libxi6 libxrandr2 libx11-xcb1 libxkbcommon-x11-0 libgl1
doctor-libraries-unknown = 看不到系统有哪些库。
doctor-libraries-unknown-next = 窗口开得了就不用管。
doctor-fonts = 自带字体：{ $size } KiB，不需要安装中文字体。
