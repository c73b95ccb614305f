# 棋约的全部用语。与 en.ftl 的键相同，由测试核对。

## 错误

error-line = 错误：{ $what }
error-next = 怎么办：{ $next }
not-built = 这个命令还没有做好。

## 命令行

greeting =
    棋约 qiyue：不用服务器，朋友之间下棋；过程全部签名，事后谁都能查。

    下棋
      qiyue host             建房等人（--bots N 让机器人补位）
      qiyue join 地址        加入别人的房间
      qiyue resume           接着下中断的对局
      qiyue demo             看机器人下一局

    查棋谱（.qiyue 文件）
      qiyue audit 文件…      核查：有没有人作弊，结果算不算数
      qiyue replay 文件      在终端里复盘
      qiyue inspect 文件     逐步看签了什么

    规则
      qiyue rules text       规则全文
      qiyue rules moves      某个局面能怎么走
      qiyue rules play …     把着法走一遍，看局面
      qiyue rules perft N    数着法，核对引擎

    每个命令都有说明：qiyue 命令 --help。English: --lang en

heading-usage = 用法：
heading-commands = 命令
heading-arguments = 参数
heading-options = 选项
value-command = 命令

help = 棋约：不用服务器，朋友之间下棋。
help-host = 建一个房间，等人加入
help-join = 加入一个房间
help-resume = 接着下中断的对局
help-demo = 看机器人下一局
help-audit = 核查棋谱
help-audit-after =
    退出码：0 完整 · 1 有人作弊、分歧或文件无效 · 2 用法或读写错误 · 3 未下完或有座失联 · 4 版本不认识。
    几个文件：先逐个核查，再互相比对；退出码取最坏的，由坏到轻为 1、4、2、3、0。
help-inspect = 逐步查看棋谱里签了什么
help-replay = 在终端里复盘棋谱
help-rules = 规则：全文、着法、计数
help-rules-moves = 列出某个局面的着法
help-rules-perft = 数出若干步之内的行动序列
help-rules-play = 把事件依次走一遍，打印局面
help-rules-play-after =
    事件：
      0:J,1:S      同时亮出：座:选择；1:- 没有给出，1:! 封存了却不亮
      d1-d2        轮到的座的着法
      skip         轮到的座没有走
      out 1        1 座认输；refuse 1：1 座被判出局
      draw         大家同意和棋
      toss 3       公共随机数的结果
    前面的词是选项，第一个不是选项的词开始事件。
help-rules-text = 打印规则全文

arg-profile = 数据目录（钥匙、对局）；默认为系统的用户数据目录
arg-lang = 语言：zh 或 en；也可用环境变量 QIYUE_LANG
arg-crash_at = 测试用
arg-help = 显示说明
arg-version = 显示版本
arg-game = 哪种棋：laoqi（默认）
arg-options = 规则选项：预设名（two three four five），然后 名=值
arg-name = 你的名字
help-host-port = 端口；0（默认）由系统选
help-host-listen = 在哪个地址上等；默认 0.0.0.0
help-host-clock = 每次考虑的秒数；0（默认）不限
help-host-machine = 程序自动步骤的秒数；默认 120
help-host-bots = 这里由机器人坐几个座
help-join-address = 房主给的地址
help-join-yes = 不再询问，直接同意棋约
help-resume-id = 哪一局（编号的开头即可）；省略则为最近的一局
help-demo-seed = 机器人的随机种子；省略则随机
help-audit-files = 棋谱文件
arg-json = 输出 JSON，供程序读取
arg-file = 棋谱文件
help-inspect-at = 只看这一步，所有字段
help-replay-to = 只看这一步之后的局面
arg-position = 局面（一行文字）；默认为开局
help-rules-perft-depth = 几步
help-rules-perft-divide = 按第一步分开数
help-rules-play-words = 规则选项，然后事件

usage-next = 运行 qiyue --help 看有哪些命令，qiyue 命令 --help 看它的用法。
usage-missing-command = 这里还需要一个命令。
usage-unknown-argument = 没有“{ $arg }”这个选项，这里也不能再有别的词。
usage-unknown-command = 没有“{ $name }”这个命令。
usage-missing-argument = 缺少 { $arg }。
usage-missing-value = { $arg } 后面要有一个值。
usage-bad-value = “{ $value }”不能用于 { $arg }。
usage-twice = { $arg } 只能写一次。
usage-other = 看不懂这条命令。
usage-suggestion = 是不是 { $name }？
