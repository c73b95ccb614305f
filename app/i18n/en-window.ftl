# The window: its frame, its home, rooms, settings.

window-failed = The window cannot be opened ({ $why }); here is a game in the terminal instead.
window-failed-next =
    On Debian or Ubuntu install: sudo apt-get install libx11-6 libxcursor1 libxi6 libxrandr2 libx11-xcb1 libxkbcommon-x11-0 libgl1
    Then run qiyue on a desktop with a display. To play in the terminal: qiyue host, qiyue join ADDRESS.
window-none = This program was built without its window.
window-none-next = To watch a record in the terminal: qiyue replay FILE; to audit it: qiyue audit FILE.
window-name = Qiyue
bar-rules = Rules
bar-settings = Settings
theme-system = As the system
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast
