# Records in the window: the viewer, the report, the drawer, the result, the rules.

viewer-reading = 正在读棋谱…
viewer-odd = { $file } 不是普通文件。
viewer-broken = 读这份棋谱时程序出错：{ $why }。
viewer-file-next = 返回后另选一个文件；棋谱的扩展名是 .qiyue。
viewer-title = { $game } · { $seats } 座
viewer-minutes =
    { $count ->
        [0] 刚刚写下
       *[other] { $count } 分钟前写下
    }
viewer-hours = { $count } 小时前写下
viewer-days = { $count } 天前写下
viewer-from = 从 { $seat }这边看
viewer-tab-shots = 经过
viewer-tab-facts = 局面
viewer-tab-ledger = 记录
viewer-tab-report = 核查
viewer-start = 开局
viewer-shot = 第 { $step } 步：{ $what }
viewer-digests = 局面摘要由各座签名；链头把这一步和前面所有的步连在一起。点一下复制全文。
viewer-first = 回到开局
viewer-step-back = 退一步
viewer-step-on = 进一步
viewer-last = 到最后
viewer-play = 自动播放
viewer-pause = 停下
viewer-speed = 速度 ×{ $times }
viewer-slider = 看到哪里
viewer-caption = { $ply } 手后 · { $what }
viewer-rules-digest = 规则摘要
viewer-last-head = 最后的链头

report-complete = 记录已核对
report-complete-next = 可以放心：每一步都由本人签名，着法都合规，胜负重算无误。
report-unfinished = 没有下完，到此为止都成立
report-unfinished-next = 还能接着下的话，回首页点“继续”。
report-claimed = 以失联结束
report-claimed-next = 胜负未分。想弄清楚，请对方也拿出他那份棋谱来比。
report-diverged = 两个程序的局面不同
report-diverged-next = 多半是程序版本不同或有错。请保留棋谱，双方更新到同一版本再下。
report-cheated = 有人违反了协议
report-cheated-next = 证据就在棋谱里，谁都能自己核查。看看那一步，再和大家谈。
report-invalid = 这份棋谱不成立
report-invalid-next = 请别的棋手拿出他那份来核查。出错之前的各步仍然成立，可以照看。
report-unsupported = 本程序核查不了
report-unsupported-next = 换一个认识它的版本再打开。
report-checks = 查了什么
report-show = 看第 { $step } 步
report-show-check = 看哪里不成立：{ $check }
report-passed = 成立 { $count } 次
report-copy = 复制报告

ledger-none = 还没有一步记录。
ledger-fails = 这一步不成立。
ledger-accused = 被指控违反协议的是 { $seat }。
ledger-newer = 较新的
ledger-older = 较早的
ledger-page = { $from }-{ $to } / { $count } 步
ledger-gave = { $what }（想了 { $seconds } 秒）
ledger-carries = 附带：{ $what }
ledger-signed = 签名属实
ledger-unsigned = 签名不属实
ledger-copy = 复制{ $field } { $value }
ledger-copied = 已复制。

drawer-title = 记录里有什么
drawer-why = 每一步都由走的人签名，并且接在前一步的链头后面。谁也改不了已经签过的一步：改一个字，后面的链头和签名就全对不上。手势先封存、后亮出：大家都封存了才亮，谁也不能看了别人的再改。
drawer-contract = 棋约与各座的钥匙
drawer-keys = 钥匙开头相同，才是同一个人。可以当面核对。
drawer-open = 正在进行：第 { $step } 步
drawer-due-begin = 各座确认棋约，棋局开始。
drawer-due-move = 轮到的座走一步，并签名。
drawer-due-deploy = 各座暗中布阵：只交出看不懂的点和合法的证明。
drawer-due-answer = 程序回答暗子的事：只说结果，并给出证明。
drawer-due-choose = 各座封存手势：先只交出它的摘要。
drawer-due-toss = 各座封存一个随机数，合起来得出公共的结果。
drawer-due-show = 各座亮出先前封存的，人人核对是不是同一个。
drawer-due-seal = 各座在终局上签名。
drawer-owes = 还没有给
drawer-gave = 已给出
drawer-unread = 现在读不到记录文件；对局不受影响，稍后会再读。

result-won = { $count ->
    [1] 你赢了！
   *[other] 你们赢了！
}
result-lost = { $count ->
    [1] 你输了
   *[other] 你们输了
}
result-drawn = 和棋
result-no-game = 没有开局
result-claimed = 以失联结束
result-cheated = 有人违规，对局停止
result-stopped = 对局停止
result-quiet = 太久没有吃子、升变或策反，算和棋。
result-plies = 共 { $plies } 手。
result-auditing = 正在核查记录…
result-audited = 记录已核对（{ $steps } 步，{ $signatures } 个签名）
result-again = 再来一局
result-record = 看棋谱
result-leave = 离开
result-fold = 收起
result-unfold = 展开

rulebook-search = 查找规则
rulebook-next = 下一处
rulebook-found =
    { $count ->
        [0] 没有找到
       *[other] 第 { $at } 处，共 { $count } 处
    }
rulebook-whole = 以下是引擎自带的规则全文。每一条都有编号，程序的测试按编号逐条核对。

learn-title = 一分钟学会劳棋
learn-aim = 目标
learn-aim-text = 吃掉对方的国王。两个人下，国王被吃就输；三个人以上，最后还在局里的获胜。
learn-turn = 先猜拳，再走棋
learn-turn-text =
    每一手，大家同时出剪刀、石头或布：先各自封存，再一起亮出，谁也改不了。赢的一方走一步，而且只能走这次手势管的棋子：
    剪刀走战士；石头走盾卫或刺客；布走国王。
    赢了却没有这种棋子，就由输的一方走任意一枚。轮到了就必须走；实在没有能走的，这一手空过。
learn-warrior = 战士（剪刀）
learn-warrior-text = 前后左右走一步：走入空格，或者吃掉那里的敌子。盾卫谁也吃不了。图中圆点是能走的格，圆圈是能吃的子。
learn-shield = 盾卫（石头）
learn-shield-text = 斜走一步，走入空格。它自己不吃子，也永远不会被吃。它的本事是推子和升变。
learn-push = 推子
learn-push-text =
    盾卫斜走到有子的格，就把那里沿这条斜线连成一串的同色棋子一起推进一格，自己站到第一格。敌我都能推。左图是推之前，右图是之后。
    最前面的一枚推进时，可以吃掉它自己的敌子，所以把对方的战士推到自己的国王上，国王就被它吃了。
    被推的盾卫不走斜线，而是直走一格让到旁边：二人局沿竖线，三人以上由推的人选。推出了盘，或者前面是盾卫、是同一方的棋子，就不能推。
learn-assassin = 刺客（石头）
learn-assassin-text = 开局没有，由盾卫升变而来。直走一步到空格；吃子只能斜着一步，并且同归于尽。它不能推子，吃不了盾卫，自己可以被吃。
learn-king = 国王（布）
learn-king-text =
    走法和吃法同战士。也可以自己不动，做下面两件事之一：
    号令：让前后左右紧挨着的一枚己方棋子，照它自己的走法行动一次。
    策反：国王站在别人的底线上，把那一军的一枚盾卫变成自己的战士。每座一局只有一次。
learn-promote = 升变
learn-promote-text = 这一军只要有战士被吃过，它的盾卫就可以不走，原地变成战士或刺客。这也算走了一步。
learn-ties = 平局与待定
learn-ties-text =
    谁也没胜谁，就是平局，马上重猜。两个人都出剪刀，就是剪刀平局一次。
    同一种手势平局满三次，它进入“待定”：接下来不管谁赢、用什么手势赢，都走待定手势管的棋子。走过一次就解除，重新计数。
learn-many = 三人以上
learn-many-text =
    胜过的人最多的一座走；并列的几座再猜，直到剩下一座。
    国王被吃的人出局，他指挥的军队都归吃掉国王的那枚棋子的主人，那枚棋子变成被吃的国王，留在原地。这样得来的国王再被吃，只有那一军转手，人不出局。
learn-crown = 铁皇冠（五人）
learn-crown-text = 坐在正中的 4 座开局时持铁皇冠，不用猜拳。最高分并列时，由持冠的人指定其中一座来走，皇冠也交给那一座。只要有人出局，皇冠就永远失效。
learn-end = 和棋、认输、超时
learn-end-text = 连续二百手没有吃子、升变、策反，和棋；在局的各座都同意，也是和棋。随时可以认输。设了时限的，到时不出手势或不走棋，算一次超时；超过三次出局。这些数目可以在建房时改。
