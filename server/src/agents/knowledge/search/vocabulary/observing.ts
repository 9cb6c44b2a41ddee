/** Debugging, reports, continuous integration, set-up of the tool, and own extensions. */
export const OBSERVING = `
not open visible window, not open window, no browser window, without window, no window, invisible browser, invisible, visible window, no gui, without gui: headless
see page myself, look at page myself, watch test run, see what it does, with my eyes, visible browser: headed debug pause
halt test, halt, stop and look, pause test, browser stays open, stay open: pause debug
shell when it fails: pause debug fail
try out, try out commands, type commands, interactively, interactive, experiment: repl interactive console shell
in editor, with breakpoints, set breakpoint: debug breakpoint vscode
print html, current html, print dom, html of page: debug print dom html
read console, console messages, console errors, browser console: console log message browser
javascript errors, errors of page, uncaught errors: exception error pageerror
full stack, whole stack, complete stack: stack trace
why it failed, why did it fail, reason of failure, understand failure, don't know why: debug trace failing
click around, get script, record my clicks, recorded clicks: record recorder generate codegen
repair themselves, repair itself, heal itself: heal
chatgpt, gpt, claude, llm, let ai: ai copilot agent
for jenkins, for gitlab, xml for, ci server: xml junit reporter
for manager, pretty report, nice report, readable report: html report
for machines, other tools, for other tools, read by program, as file: json output reporter
while run goes on, during run, while running: stream live
show failures in, in pull request, on pull request: github annotation reporter
mark slow, which are slow, slow ones, slow in output, slowest tests: slow duration threshold
less noise, noise, noise from console, only errors, less text: silent quiet log
no display available, server without screen: xvfb headless display
missing libraries, missing dependencies, browser does not start, cannot start browser, browser will not start: install dependency launch troubleshoot
version does not match, versions do not match, wrong version: version driver install
driver, drivers: driver binary
cached files, old compiled, old compiled code, stale code, old code: cache clear
keeps growing, memory keeps growing, grows and grows, eats memory: memory leak limit heap
which lines, lines were executed, lines are covered, lines of code, code is tested, how much of my code: coverage
too few lines, minimum coverage, fail build if: coverage threshold
no test imports, files without tests, untested files: coverage collect include
not suggest, no hints, shows no hints, no suggestions, suggest commands, code completion: autocomplete type intellisense
import statement outside, unexpected token import, outside module: esm module transform
importing css, import images, importing images: css asset transform static
is not defined, document is not defined, window is not defined: environment jsdom global
browser like environment, like browser: jsdom environment browser
own function, own methods, own command, own action, add function: custom command extend
change what, change behaviour, own behaviour: overwrite override
hide selectors: page object
own comparison: custom matcher extend
company proxy, behind proxy: proxy
chrome addon, browser addon, addon, add on: extension
browser on another machine: remote grid upload
desktop app, desktop application: electron desktop
without whole site, only component, single component, component alone: component mount render
give new props, new props, other props, change props: rerender props update
same theme, inside provider, providers: wrapper provider render
clean up after, have to clean up: cleanup
create records: data factory fixture api
test routes: router endpoint route
real database, database in memory: database memory
loop over: loop each iterate
spreadsheet, excel: csv data
idea behind, philosophy, why not test internals, testing internals, internals: principle philosophy guiding implementation
in french, in german, in spanish, own language: translation language locale
web page, in web page: browser page
post mortem, after failed run, look at failed, failed in ci, failed on ci: trace report ci
each step did, what each step, every step, each step, every action, each action: step trace action
watch mode with window, window with tests, graphical interface, gui: ui mode
slow motion, slowly, slower so that: slowmo
log what it does, more output, more details, verbose output: debug verbose log
where are browsers stored, browser folder, other folder for browsers, disk space: browser cache path install
download browsers, get browsers, install browser, only one browser installed: install browser
download through, internal mirror, internal server: proxy download host
own chrome, already open browser, running browser, browser already running, attach to browser: connect cdp channel
older system, supported systems, requirements, which node: requirement system
on every push, on every commit, each pull request, every pull request: ci workflow github
keep report, open report, view report, see report, host report: report html show
own server, own dashboard: reporter custom
add screenshot to, add file to, add text to, attach to: attach attachment annotation
ticket number, issue number, link to issue, link to ticket: annotation tag
split big config, inherit config, common config, share config: config extend merge
own fixture, own setup per test, set up per test, per test: fixture
common code, shared code, repeat same steps, same steps in: fixture page object helper
best way, good way, recommended way, what to avoid, pitfalls: best practice
move from, port tests from: migrate
only trace failures, record trace only, trace only for failed, trace of failed: trace retry on
size of video, resolution of video, smaller video: video size record
results folder, folder for results, artifacts folder, folder of artifacts: output dir path
raw protocol, devtools protocol, chrome protocol: cdp session devtools
python or java, other programming language, which languages: language supported
network log, network panel, request details: network trace har
short output, one line per test, dots, single line: dot line list reporter
different reporter, other reporter, several reporters, own report: reporter
docker, alpine, arm, raspberry: docker image
time per step, how long each step, where time goes: duration trace step
`
