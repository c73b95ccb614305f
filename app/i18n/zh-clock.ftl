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
