# Records in the window: the viewer, the report, the drawer, the result, the rules.

viewer-reading = Reading the record…
viewer-odd = { $file } is not a plain file.
viewer-broken = The program failed while reading this record: { $why }.
viewer-file-next = Go back and choose another file; records end in .qiyue.
viewer-title = { $game } · { $seats } seats
viewer-minutes =
    { $count ->
        [0] written just now
        [1] written 1 minute ago
       *[other] written { $count } minutes ago
    }
viewer-hours =
    { $count ->
        [1] written 1 hour ago
       *[other] written { $count } hours ago
    }
viewer-days =
    { $count ->
        [1] written 1 day ago
       *[other] written { $count } days ago
    }
viewer-from = Look from { $seat }
viewer-tab-shots = Events
viewer-tab-facts = Position
viewer-tab-ledger = Record
viewer-tab-report = Audit
viewer-start = Start
viewer-shot = Step { $step }: { $what }
viewer-digests = The seats sign the digest of the position; the head ties this step to all steps before it. Click to copy the whole.
viewer-first = To the start
viewer-step-back = One back
viewer-step-on = One on
viewer-last = To the end
viewer-play = Play
viewer-pause = Pause
viewer-speed = Speed ×{ $times }
viewer-slider = Place in the record
viewer-caption = after ply { $ply } · { $what }
viewer-rules-digest = digest of the rules
viewer-last-head = last head

report-complete = Record verified
report-complete-next = You can rely on it: every step is signed by its player, every move is legal, and the result was worked out again.
report-unfinished = Not finished; all holds so far
report-unfinished-next = If it can go on, continue it from the home page.
report-claimed = Ended because somebody was silent
report-claimed-next = Nobody has won. To learn more, compare it with the other side's record.
report-diverged = Two programs came to different positions
report-diverged-next = Versions differ, or there is a bug. Keep the record, and play with the same version on both sides.
report-cheated = Somebody broke the protocol
report-cheated-next = The proof is in the record and anybody can check it. Look at the step, then talk to the others.
report-invalid = This record does not hold
report-invalid-next = Ask another player for his copy and audit that. The steps before the fault still hold and can be watched.
report-unsupported = This program cannot audit it
report-unsupported-next = Open it with a version that knows it.
report-checks = What was checked
report-show = Show step { $step }
report-show-check = Show what fails: { $check }
report-passed = passed { $count }×
report-copy = Copy the report

ledger-none = No step is recorded yet.
ledger-fails = This step does not hold.
ledger-accused = Accused of breaking the protocol: { $seat }.
ledger-newer = Newer
ledger-older = Older
ledger-page = { $from }-{ $to } / { $count } steps
ledger-gave = { $what } (thought { $seconds } s)
ledger-carries = carries: { $what }
ledger-signed = signature good
ledger-unsigned = signature bad
ledger-copy = Copy { $field } { $value }
ledger-copied = Copied.

drawer-title = What the record holds
drawer-why = Every step is signed by whoever made it, and hangs on the head of the step before. Nobody can change a step that is signed: change one letter, and every later head and signature is wrong. Gestures are sealed first and shown later, when all are sealed, so nobody can look first and then change his mind.
drawer-contract = The contract and the players' keys
drawer-keys = The same start of a key means the same person. Compare it face to face.
drawer-open = In progress: step { $step }
drawer-due-begin = All seats confirm the contract, and the game begins.
drawer-due-move = The seat to move makes its move and signs it.
drawer-due-deploy = Seats set up in secret: they give points that nobody can read, and a proof that they are legal.
drawer-due-answer = Programs settle what hidden pieces do: they say the result alone, and prove it.
drawer-due-choose = Seats seal their gestures: so far they give only a digest.
drawer-due-toss = Seats seal a random number each; together they make the common one.
drawer-due-show = Seats show what they sealed, and all check that it is the same.
drawer-due-seal = Seats sign the end of the game.
drawer-owes = not yet
drawer-gave = given
drawer-unread = The record cannot be read just now; the match is not affected, and it will be tried again.

result-won = You won!
result-lost = You lost
result-drawn = Draw
result-no-game = There was no game
result-claimed = Ended because somebody was silent
result-cheated = Somebody cheated; the match was stopped
result-stopped = The match was stopped
result-quiet = Nothing was captured, promoted or incited for too long: a draw.
result-plies =
    { $plies ->
        [1] 1 ply.
       *[other] { $plies } plies.
    }
result-auditing = Auditing the record…
result-audited = Record verified ({ $steps } steps, { $signatures } signatures)
result-again = Play again
result-record = View the record
result-leave = Leave
result-fold = Fold
result-unfold = Unfold

rulebook-search = Search the rules
rulebook-next = Next
rulebook-found =
    { $count ->
        [0] nothing found
       *[other] { $at } of { $count }
    }
rulebook-whole = What follows is the engine's own text of the rules, which is in Chinese. Every clause has a number, and the tests of the program go by these numbers. The part above is enough to play.

learn-title = Laoqi in a minute
learn-aim = The aim
learn-aim-text = Take the other King. With two players, whoever loses the King loses the game; with three or more, the last one left wins.
learn-turn = First hands, then a move
learn-turn-text =
    In every ply all players show scissors, rock or paper at once: each seals a gesture first, then all are shown, so nobody can change his mind. The winner makes one move, and only with the kind of piece that this gesture drives:
    scissors move Warriors; rock moves Shields or Assassins; paper moves the King.
    If the winner has no such piece, the loser moves any one piece instead. You must move if you can; if you cannot, the ply passes.
learn-warrior = Warrior (scissors)
learn-warrior-text = One step forward, back, left or right: to an empty cell, or onto an enemy piece, which is taken. Nobody can take a Shield. In the drawing, dots are cells to go to and rings are pieces to take.
learn-shield = Shield (rock)
learn-shield-text = One step diagonally, to an empty cell. It takes nothing and can never be taken. Its strengths are pushing and promotion.
learn-push = Pushing
learn-push-text =
    A Shield that steps diagonally onto a piece pushes it: that piece and all pieces of the same colour in an unbroken run along the diagonal move on by one cell, and the Shield takes the first cell. You can push friend or foe. The left board shows the position before, the right one after.
    The front piece may take an enemy of its own as it is pushed. So a hostile Warrior that you push onto your own King takes him.
    A Shield that is pushed leaves the diagonal and goes one cell straight to the side: along the file with two players; with three or more, whoever pushes chooses. You cannot push a piece off the board, nor when a Shield or a piece of the same side is in front.
learn-assassin = Assassin (rock)
learn-assassin-text = There is none at the start; a Shield becomes one. It steps straight, one cell, to an empty cell. It takes only diagonally, one cell, and dies with what it takes. It cannot push, cannot take a Shield, and can be taken.
learn-king = King (paper)
learn-king-text =
    He moves and takes like a Warrior. Or he stays where he is and does one of two things:
    Command: one of your pieces right beside him (not diagonally) acts in its own way.
    Incite: standing on another army's base line, he turns one of that army's Shields into a Warrior of his own. Once per seat and game.
learn-promote = Promotion
learn-promote-text = Once a Warrior of an army has been taken, a Shield of that army may become a Warrior or an Assassin where it stands. That counts as the move.
learn-ties = Ties and pending
learn-ties-text =
    When nobody beats anybody it is a tie, and all show again. Two players who both show scissors have tied on scissors once.
    After three ties on one gesture it becomes pending: whoever wins next, with whatever gesture, moves the kind of piece that the pending gesture drives. After one such move it is over, and the count begins anew.
learn-many = Three players or more
learn-many-text =
    Whoever beats the most others moves; those who are level show again until one is left.
    Whoever loses the King is out. All armies that he led go to the owner of the piece that took the King, and that piece becomes the King that it took, on the same cell. If a King won like this is taken, only that army changes hands; nobody goes out.
learn-crown = The iron crown (five players)
learn-crown-text = Seat 4, in the middle, begins with the iron crown and shows no gesture. When several are level at the top, the holder picks who of them moves, and hands the crown to that seat. As soon as anybody is out, the crown is gone for good.
learn-end = Draws, resigning, time
learn-end-text = Two hundred plies in a row without a capture, a promotion or an incitement are a draw; so it is when all who are still in agree. You may resign at any time. With a clock, a gesture or move that does not come in time is one timeout; more than three put you out. These numbers can be changed when a room is made.
