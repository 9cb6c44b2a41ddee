import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'

/**
 * Everyday phrases in questions about software, and the words that documents use for them. The words of such a phrase
 * say little alone: `too long` is not about length.
 */
const PHRASES = `
sign in, signed in, log in, logged in, logging in: login authentication session
sign out, signed out, log out, logged out: logout session
sign up: register registration
turn off, switch off, shut off: disable skip
turn on, switch on: enable
turn down, say no: reject dismiss deny
shut down, tear down: teardown stop close
clean up, cleaned up, tidy up: cleanup teardown dispose
set up: setup configure install
look up: find query search
get rid of, throw away, take away: remove delete clear
find out, figure out, work out: detect debug inspect
look like, looks like, look different, looks different: visual appearance style screenshot
look at, take a look: inspect view show
go back, step back: back history previous revert
go to, move to, jump to: navigate goto visit
come back, comes back: return restore
give up, gives up, giving up: timeout abort fail
at the same time, at once, side by side, simultaneously: parallel concurrent
one after another, one by one, in order, one at a time: serial sequential order
again and again, over and over, every few seconds, repeatedly: poll retry interval repeat
several times, many times, more than once, multiple times: repeat retry
once more, try again, one more time: retry rerun
from time to time, now and then, sometimes: flaky intermittent
now and again fails, fails sometimes, sometimes fails, sometimes green: flaky
only once, just once: once setup shared reuse
takes too long, too long, takes forever, takes ages: timeout slow performance
too slow, very slow, how fast: slow performance
too much memory, memory grows, out of memory: memory leak heap
too many: limit maximum
too big, too large: size limit
never ends, does not end, does not exit, never finishes, does not stop, hangs forever: hang timeout open
does nothing, nothing happens: fail error troubleshoot
does not exist, is missing, not there, is gone: missing absent exist found
does not match: mismatch
goes wrong, went wrong, does not work, not working: error fail troubleshoot debug
by hand, by myself: manual custom
on its own, by itself: automatic
my own, your own, our own: custom
in advance, ahead of time, beforehand: before setup preload
up to date: latest update version
out of date: stale old expired
behind another, on top of, in front of: cover overlay obscured actionability
key combination, hold down, pressing keys: keyboard shortcut press modifier
mouse over, move the mouse, hover over: hover mouseover pointer
right mouse button, right click: contextmenu button click
command line, terminal, from the shell, console command: cli command terminal flag option
environment variable: env environment
default value: default
error message: error exception
phone screen, small screen, screen size, window size, size of the window: viewport mobile device responsive resize
source code: code source
code editor, text editor: ide editor
real machine, other machine, another machine, many machines, several machines: shard distribute parallel worker
operating system: os platform linux windows macos
other language, another language, different languages: locale language translation i18n
time zone: timezone clock
another day, other day, different date, current date, current time, what day: date time clock
slow connection, slow internet, slow network, bad connection, weak network: throttle network latency bandwidth
no internet, without internet, no network, without network, airplane mode: offline network
another domain, other domain, different domain, other site, another site: origin cross-origin domain cors
another tab, new tab, second tab, other tab, new window, another window, second window: popup tab window page
same name: duplicate conflict
wait until, waits until, wait for: wait waitfor poll
only some, only a few, part of: filter subset select only
leave out, leaves out, do not run, skip over: skip exclude ignore
stop after, stops after, after the first failure, first failure: bail abort max failures
keep going, carry on, continue after, go on after, not end: continue soft ignore
what changed, which changed, touched since, files changed: changed diff
step by step, line by line: debug step debugger inspector trace
what happened, afterwards see, see later, look at it later: trace replay recording report log
take a picture, picture of: screenshot
earlier picture, same picture, picture differs, looks the same, pixel by pixel: visual snapshot screenshot comparison
film, film of, movie of: video recording
where the error, which line: stack location sourcemap
pretend that, pretend to, act as if, make believe: mock fake simulate emulate stub
pretend to be on, as if on: emulate device
fake answer, fake response, canned answer, fake data, fake server: mock stub fixture response intercept
without a server, without the backend, without the real: mock stub
without a display, no display, without a screen, no screen, no monitor: headless xvfb
without typing, fill in: fill type input
pass data, hand over, hand down, hands over: pass prop parameter argument provide inject
share data, shared between: shared context fixture state store
get hold of, access to the element: reference ref handle
only for me, who can, who may: permission role access
keep secret, keep private, passwords out of, hide passwords: secret sensitive credential mask
build server, build machine: ci pipeline
pull request, merge request: pull merge review
every commit, each commit, each push: ci hook commit
same code, same steps, copy paste, repeat myself: reuse shared helper fixture object
different inputs, many inputs, several inputs, list of inputs, list of values, table of values: parameterize each data parameter
fresh process, own process, separate process, starts fresh: isolate isolation worker process fork pool
clean state, fresh state, from scratch, leaks into, state from: isolation reset clear state
undo what, undo the: rollback revert reset restore cleanup
hidden element, not visible, cannot see: visible hidden visibility
disabled button, greyed out, grayed out: disabled enabled
blind users, screen reader, people with disabilities: accessibility aria
read aloud: accessibility aria
pop up, pops up, popup box, message box: dialog modal alert popup
drop down: select dropdown option
check box: checkbox check
drag something, move with the mouse: drag drop
choose a file, attach a file, pick a file, send a file: upload file input
save a file, get a file, downloaded file: download save
who wrote, who changed: owner author blame
how often, how many times: count times called
how many: count length number
how long: duration timeout time
how much memory: memory heap usage
at compile time, type errors, wrong types: type typecheck typescript
old browser, old browsers, older browsers: legacy polyfill compatibility target
production ready, go live, going live, put online, bring online: deploy production release
sub path, sub folder, subfolder, under a path, served under: base path public root
every file, all files, whole folder: glob pattern directory import
not on the first page, next page of results: pagination cursor
first time: initial once
last time, previous run, last run: previous last cache history
sort of, kind of: type
start over: restart reset
read only: readonly
real time, live updates: realtime websocket stream live subscription
in the background, behind the scenes: background worker async
one place, single place: global central shared config
whole app, entire app, everywhere: global app
`

interface Phrase {
  terms: string[]
  meanings: string[]
}

const PHRASES_BY_FIRST: ReadonlyMap<string, Phrase[]> = readPhrases(PHRASES)

/**
 * What the phrases among these terms mean: for each, the place of the word that carries it, and the terms that documents
 * use. The longest phrase counts.
 */
export function meaningsOf(terms: string[]): { at: number; meanings: string[] }[] {
  const found: { at: number; meanings: string[] }[] = []
  for (let start = 0; start < terms.length; start++) {
    const phrase = PHRASES_BY_FIRST.get(terms[start] as string)?.find(({ terms: wanted }) =>
      wanted.every((term, at) => terms[start + at] === term),
    )
    if (!phrase) continue
    const carrier = phrase.terms.findLastIndex((term) => !isStopTerm(term))
    found.push({ at: start + Math.max(0, carrier), meanings: phrase.meanings })
    start += phrase.terms.length - 1
  }
  return found
}

function readPhrases(text: string): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>()
  for (const line of text.trim().split('\n')) {
    const [phrases = '', words = ''] = line.split(': ')
    const meanings = [...new Set(words.split(/[ -]/).map(stem))]
    for (const phrase of phrases.split(', ')) {
      const terms = phrase.split(' ').map(stem)
      const first = terms[0] as string
      byFirst.set(
        first,
        [...(byFirst.get(first) ?? []), { terms, meanings }].sort((a, b) => b.terms.length - a.terms.length),
      )
    }
  }
  return byFirst
}
