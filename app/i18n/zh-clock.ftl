# Clocks and pauses.

clock-total-minutes = 共 { $minutes } 分钟
clock-total-seconds = 共 { $seconds } 秒
clock-total-increment = { $total }，每手加 { $increment } 秒
header-clock-total = { $clock }；程序步骤 { $machine } 秒
contract-clock-total = 时限：{ $clock }

## 终端

ask-time-left = 你还有 { $clock }。
clock-runs = { $seat } 还有 { $clock }，正在走
clock-stands = { $seat } 还有 { $clock }
pause-stands = 你想暂停；在局的各座都同意，钟就停下，直到这一步走完。输入 继续 收回。
log-wished-pause = { $seat } 想暂停。输入 pause 同意。
log-paused = 大家都同意暂停，钟停了。轮到的人走了，就继续。
misuse-no-clock = 这一局不限时，没有钟可停。

## 窗口

play-wished-pause = { $seat } 想暂停。
play-paused = 大家都同意暂停，钟停了。
seat-clock-paused = { $what } 停 { $clock }
seat-time-short = 时间不多
act-pause = 暂停
act-pause-too = 同意暂停
act-pause-back = 不停了
act-wishes = { $seats }想暂停。
act-paused = 暂停中：轮到的人走了就继续。

## 旁观

help-watch = 旁观别人的一局
help-watch-address = 房主给的邀请或地址；还没开始的，开始了就看到
help-host-watch = 让别人旁观；=步数：晚这么多步（用 --watch=10 这样的写法）
help-resume-watch = 让别人旁观；=步数：晚这么多步
watch-asking = 旁观 { $address }：棋局开始了就看到。
watch-here = 你在旁观：只看得到大家都看得到的。输入 quit 离开。
watchers = 旁观：{ $count } 人
refused-no-watching = 房主不让旁观。
refused-no-watching-next = 请房主开房时允许旁观（终端：qiyue host --watch）。
refused-no-watching-next-window = 请房主开房时允许旁观。
act-watching = 你在旁观。
create-watch = 旁观
create-watch-no = 不让旁观
create-watch-yes = 可以旁观
create-watch-later = 晚 { $steps } 步可看
room-watch = 旁观
room-watch-name = 旁观 { $host } 的房间
