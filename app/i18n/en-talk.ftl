# What people say to each other at a table.

phrase-hello = Hello
phrase-wait = One moment
phrase-back = I am back
phrase-well-played = Well played
phrase-hurry = Please hurry
phrase-sorry = Sorry
phrase-thanks = Thanks
phrase-again = Another game?
phrase-bye = Goodbye

## Terminal

talk-line = » { $seat } [{ $id }]: { $words }
talk-own = » me: { $words }
talk-unreached = » Did not reach { $seats }: not connected, or takes no chat.
talk-usage = Chat: say and your words; say #NUMBER says a phrase: { $phrases }
talk-mute-usage = Mute: mute and a seat's number; unmute and the number hears it again.
talk-muted = What { $seat } says is not shown any more; unmute and the number undoes it.
talk-heard = What { $seat } says is shown again.
talk-no-seat = No other player sits there.
talk-switched-off = Chat is off: nothing is shown, nothing can be said. chat on turns it on.
talk-switched-on = Chat is on.
talk-empty = There is nothing to say in it.
talk-empty-next = Type say and your words, or a phrase such as say #1.
talk-empty-next-window = Type some words first, or click a phrase.
talk-long = A line has at most { $most } characters; this one is longer.
talk-long-next = Say it in several lines.
unsaid-off = Chat is off: this was not sent.
unsaid-off-next = Type chat on to turn it on.
unsaid-off-next-window = Turn chat on in the settings.
unsaid-nobody = There is no other player to talk to.
unsaid-nobody-next = Say it when somebody has come.
unsaid-fast = Too fast: this was not sent.
unsaid-fast-next = Wait a few seconds: five lines at once, then one every three seconds.

## Window

talk = Chat
talk-unread = Chat ({ $count } unread)
talk-close = Fold chat
talk-none = Nobody has said anything yet.
talk-field = Chat: your words
talk-hint = Say something
talk-send = Send
talk-phrase = Phrase: { $phrase }
talk-says = { $seat }: { $words }
talk-me = me
talk-not-reached = did not reach { $seats }
talk-mute = Mute
talk-mute-name = Hide what { $seat } says
settings-talk = Chat
settings-talk-about = When it is off you see nothing that others say, and can say nothing.
keys-talk = open chat and type (on any page: F3)
