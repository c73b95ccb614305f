# What people say to each other at a table.

phrase-hello = 你好
phrase-wait = 请稍等
phrase-back = 我回来了
phrase-well-played = 好棋
phrase-hurry = 请快一点
phrase-sorry = 不好意思
phrase-thanks = 谢谢
phrase-again = 再来一局
phrase-bye = 再见

## 终端

talk-line = » { $seat } [{ $id }]：{ $words }
talk-own = » 我：{ $words }
talk-unreached = » 没有送到 { $seats }：没有连上，或者不收聊天。
talk-usage = 聊天：say 加要说的话；say #编号 说快捷语：{ $phrases }
talk-mute-usage = 屏蔽：mute 加座号；unmute 加座号，再听见他。
talk-muted = 不再显示 { $seat } 说的话；unmute 加座号解除。
talk-heard = 又能看到 { $seat } 说的话了。
talk-no-seat = 那个座上没有别的棋手。
talk-switched-off = 聊天已关闭：看不到别人说的，也不能说。chat on 打开。
talk-switched-on = 聊天已打开。
talk-empty = 没有可以说的字。
talk-empty-next = 输入 say 加要说的话，或 say #1 这样的快捷语。
talk-empty-next-window = 打几个字再发，或点一句快捷语。
talk-long = 一句话最多 { $most } 个字，这句太长。
talk-long-next = 分成几句说。
unsaid-off = 聊天是关着的，这句话没有发出去。
unsaid-off-next = 输入 chat on 打开聊天。
unsaid-off-next-window = 在设置里打开聊天。
unsaid-nobody = 现在没有别的棋手可以说话。
unsaid-nobody-next = 等有人来了再说。
unsaid-fast = 说得太快，这句话没有发出去。
unsaid-fast-next = 等几秒再说：一次最多五句，每三秒可以再说一句。

## 窗口

talk = 聊天
talk-unread = 聊天（{ $count } 条未读）
talk-close = 收起聊天
talk-none = 还没有人说话。
talk-field = 聊天：要说的话
talk-hint = 说点什么
talk-send = 发送
talk-phrase = 快捷语：{ $phrase }
talk-says = { $seat }：{ $words }
talk-me = 我
talk-not-reached = 没有送到 { $seats }
talk-mute = 屏蔽
talk-mute-name = 不看 { $seat } 说的话
settings-talk = 聊天
settings-talk-about = 关掉以后，看不到别人说的话，自己也不能说。
keys-talk = 打开聊天、打字（任何一页：F3）
