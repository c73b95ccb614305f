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
