/** What is said about any software. */
export const EVERYDAY = `
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
own: custom
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
undo what: rollback revert reset restore cleanup
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
lose connection, losing connection, connection drops, connection lost, no wifi, without wifi, cable unplugged, internet is down, network is down: offline disconnect
comes online, back online: online reconnect
certain date, specific date, fixed date, given date, pretend date, time of day, new year, leap year, midnight, tomorrow, next week: clock date time fake
stop the clock, freeze time, time stands still, travel in time, skip ahead: clock timer fake advance
caption next to, text next to, text beside, text above: label
grey text inside, hint inside, text in an empty field: placeholder
tooltip text, text on hover: title tooltip
picture description, alternative text, text of an image: alt image
icon of the tab: favicon
stays open, keep open, keeps the window open, leave open: pause headed open reuse
see the browser, watch the browser, watch it run, browser window visible: headed slowmo debug
slow down, slower motion, too quick to see: slowmo delay throttle
step through: debug step breakpoint inspector
stop at a line, stop in the middle, halt the execution: breakpoint pause debug
see what happened, what went on, after the fact, look back: trace report replay log
what was sent, what is sent, see the requests, network tab: request network trace inspect
change the reply, change the answer, alter the response, modify the reply, different answer: mock route intercept fulfill response modify
let through, pass through: continue fallback passthrough
third party, external service, other people's: mock external block route
ads, tracking scripts, analytics scripts: block route abort
cut off requests, prevent requests, stop requests: abort block route
bigger machine, faster machine, more cores, all cores, number of cores: worker parallel cpu
uneven, unevenly, unbalanced, more work than: balance distribute shard
spread over, spread across, divide over, several jobs, multiple jobs: shard parallel distribute matrix
never at the same time, must not overlap, not concurrently: serial lock sequential mode
rest is skipped, skip the rest, depend on each other, depends on the previous: serial dependency
before everything, before all, before anything, once at the beginning, first of all: global setup beforeall
after everything, after all, once at the end, at the very end: global teardown afterall
before each, before every: beforeeach hook setup
after each, after every: aftereach hook teardown
same preparation, same setup, common setup, repeated setup: fixture beforeeach shared hook
same tests with different, once per value, once for each value, for every value: parameterize each project
known bug, expected to fail, known to fail, should fail: fail fixme skip annotation
not finished yet, unfinished, to be written, later on: todo fixme skip
only the one, just the one, just one test, single test: only filter grep
by name, by title, part of the name, whose name: grep filter pattern title
again the failed, only failed, failed ones: failed last rerun
only changed, what i changed, affected by, touched files: changed git related
starts too early, not ready yet, before it is ready, until it is up, takes long to start, boots slowly: webserver wait timeout ready url
port in use, port is taken, already in use, already running: port reuse existing server
runs elsewhere, on another host, different machine, over the network: remote connect server endpoint
in a container, inside docker: docker container image
nightly build, canary build, bleeding edge, not yet released, unreleased version: canary next nightly beta
regular browser, real browser, installed browser, browser of customers, branded browser: chrome edge channel stable
which browsers, other browser, every browser, all browsers: browser project cross-browser
older release, earlier version, certain version, specific version: version pin install
newer version, newest version, latest version, stay current: update upgrade latest
what is new, new features: release changelog
small steps, gradually, little by little, piece by piece: incremental migrate
from another tool, switch from, come from, moving from, coming from: migrate migration
take screenshots by myself, compare pictures, picture comparison, image comparison: screenshot visual compare
tiny differences, small differences, slight differences, few pixels, minor differences: threshold maxdiffpixel tolerance
changing parts, part that changes, always different, dynamic parts, ignore part: mask dynamic
whole page, entire page, long page, down to the bottom: fullpage scroll
part of the page, one element, piece of the page: element locator clip
accept new, take over the new, new reference, refresh the expected: update snapshot
structure of the page, tree of the page, what the page contains: aria snapshot accessibility dom
color blind, contrast, keyboard only: accessibility a11y contrast
several matches, more than one match, too many matches, matches several, ambiguous: strict strictness nth first multiple
second one, third one, n-th, nth one, the last one: nth first last
inside another, within, which contains, that contains: filter has descendant nested
one or the other, either of, whichever comes first: or race
not there yet, appears later, shows up later, comes later, appears after a while, loads late: wait auto-wait visible retry
gone again, goes away, until it disappears, vanishes: hidden detached wait
moves around, still moving, is moving: stable animation actionability
ready for click, can be clicked, clickable: actionability enabled visible
click anyway, even though covered, despite being: force actionability
remove cookies, delete cookies, forget the user: clear cookie storage session
stay logged in, remain logged in, remember login, skip the login, without logging in again, reuse the login: authentication storage state session
not logged in, logged out user, anonymous user, guest user: authentication storage state empty reset
two users, several users, different users, two people, both users, chat between: context multiple role user
second factor, one time password, two factor, fingerprint, security key: mfa otp totp webauthn passkey
own certificate, self signed, untrusted certificate: certificate https ignore tls
browser asks for a password, password prompt of the browser: http credential basic authentication
asks for permission, allow access, let the page use, may use the: permission grant
where the user is, pretend to be in, another country, another city: geolocation locale location
left to right, arabic, hebrew: rtl direction locale
prefers dark, night mode, at night: dark color scheme theme
without animations, less motion: reduced motion animation
on paper, for printing: print media pdf
turn javascript off, without javascript, scripts disabled: javascript disable enabled
identify itself, pretends to be another browser: user-agent
own attribute, special attribute, dedicated attribute: testid data attribute
web component, custom element, encapsulated: shadow component
page in a page, embedded page, page inside: iframe frame
opens in a new, opens another, link opens: popup page tab window event
yes or no, are you sure, ok and cancel, leave the page: dialog confirm beforeunload
put text, enter text, write into, type into: fill type input
letter by letter, key by key, character by character: presssequential type keyboard delay
drop a file, no file input, file chooser: filechooser upload drop
choose from a list, choose from, pick from: select option
slide, pull, move an element: drag mouse
bottom of the page, bring into view, out of view, outside the screen: scroll view viewport
compute in the page, run in the page, code in the browser, inside the page: evaluate script
before the page loads, before any script: init script
expose to the page, call back from the page: expose function binding
own check, own assertion, domain specific check: custom matcher extend
without stopping, do not stop at: soft continue
custom message, better message, more helpful message: message custom
within the time, eventually, sooner or later, after some time: poll topass retry timeout
more time, longer time, give it longer, needs longer: timeout slow
total time, all together, entire run, whole run: global timeout
each single action, per action: action timeout
too much output, noisy, less output, fewer lines: quiet silent reporter log
own format, other format, different format, machine readable: reporter json xml custom
several formats, two reports at once: reporter multiple
attach to the report, add to the report, put into the report, show in the report: attachment annotation report
see it on a web page, look at the results, show the results: report html show ui
send the results, share the results, publish the results: report upload artifact
notify the team, tell the team: notification slack webhook
lost after the job, keep after the job, available after the build: artifact upload retention
memory of failed, what failed before: last failed cache
speed up the pipeline, save minutes, faster builds, faster pipeline: cache shard parallel ci
download every time, downloaded each time, downloads again: cache ci install
behind a company, corporate network, company network: proxy certificate firewall
shared between projects, several packages, many packages: monorepo workspace
shorter imports, import shortcuts, long relative imports: alias path resolve
types are wrong, editor complains, red lines in the editor: type typescript lint tsconfig
missing await, forgot await, forget to await: await lint floating promise
generated for me, write tests for me, by clicking, from my clicks: codegen record generate
click through, point and click: codegen record ui
ask an ai, language model, let an assistant: ai agent mcp
extract into a class, hide details, wrap the page, same selectors everywhere: page object model
share helpers, common functions: fixture helper util
look up the options, list of flags, every option, all options, all flags: cli command option reference
where do i begin, getting going, first steps, hello world: introduction installation start
how does it differ, better than, instead of, rather than: comparison alternative
under the hood, how it works, how does it work, internally: architecture introduction
do and do not, good habits, rules of thumb: best practice
outdated way, not recommended, should no longer: deprecated discouraged
access database, talk to the database, rows in the database: database sql query
call the backend, talk to the backend, without the ui, without clicking, directly over http: api request fetch
prepare data, create data, seed data, test data: seed fixture setup api data
clean the database, remove data: cleanup reset teardown database
each worker, per worker, every worker: worker fixture index
which worker, which process: workerindex worker index
own folder, other folder, different folder: path dir directory config
where does it write, where are the files, saved to: output path directory
name of the file, file name: filename path naming
larger than memory, big files: stream memory
survive a restart, after a restart: persist storage
only once a day, every night, every hour: schedule cron
who is allowed, not allowed to, allowed to: permission role access
two versions, several versions side by side: version matrix
undo a release, go back to the old version: rollback version
share one instance, single instance, same instance: singleton shared scope
values change, when a value changes, react to changes: watch reactive effect
computed from, depends on other values: computed derived
passed down, deeply nested, many levels: provide inject context prop
load later, load when needed, on demand, only when needed: lazy dynamic async import
in front of everything, above everything, outside the parent: teleport portal modal
loads too much, too many files, large bundle, bundle size: split chunk tree-shaking size
first request is slow, slow first load, slow start: warmup optimize performance
full reload, reloads everything, loses its state: hmr reload update
other language than javascript, php backend, python backend, java backend: backend integration
`
