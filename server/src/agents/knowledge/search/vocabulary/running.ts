/** Choosing, ordering, repeating and ending tests. */
export const RUNNING = `
single file, only one file, one file only, one spec file, certain file, particular file, just one file, specific file: file path filter cli
one test, certain test, particular test, just this test, but this one, nothing but this: only filter grep exclusive
name contains, whose name contains, certain name, with certain name, title contains, matching names: grep name pattern filter title
mark tests, mark slow tests, label tests, labels, group tests, groups of tests, categories, categorize, smoke tests, smoke test: tag annotation grep group
switch test off, turn test off, switch off test, turn off test, disable test, temporarily off, temporarily disable, comment out: skip disable exclude
left only, forgot only, committed only, accidentally committed: forbid only
leave one file, leave one out, not run some, all but: exclude ignore skip
write later, want to write later, reminder, placeholder for test, without code, not implemented yet: todo pending
would be executed, would be run, without executing, without running, just list: list dry run
i touched, files i touched, since last commit, modified files, uncommitted changes, affected tests, depend on changed: changed git related commit
failed last time, those that failed: last failed rerun retry
try it again, attempt again, attempted again, run again, execute again, once again, another attempt, second attempt, again when it fails, again before: retry rerun
until it works, until it passes, until it succeeds: retry repeat poll
hundred times, several times in row, times in row, in loop: repeat each loop
every now and then, once in while, occasionally, randomly, sporadically, at random, unreliable, not reliable: flaky retry intermittent
works locally, passes locally, works on my machine, passes on my machine, only fails on, fails only on, fails only in, slower on build server, than on my laptop: ci local environment debug
as soon as something, as soon as something breaks, as soon as something fails, as soon as one, as soon as test breaks, as soon as test fails, on first error, at first failure, at first error, fail fast, abort early: bail stop fail first
did not exit, does not quit, process stays open, stays alive, process alive, keeps process alive, keeps process, hangs at end, will not exit, still running after: exit hang open handle force
in every file, in all files, every test file, for every file, for all files, for all test files, once for all: global setup config
before every test, code before every, code before, before each test, preparation: beforeeach setup hook
before all files, beginning of run, start of run, one time setup, once for all test files: global setup beforeall
at end of run, end of run, everything is done, all tests are done, after all tests, at end, shut it down at end: global teardown afterall
start server, start app, launch app, dev server before, start backend, start database: server setup start global
share values, pass values, pass value, use value in another, values between: context state share fixture
same scenario, different values, several sets of values, sets of values, many values, rows of, data driven, with different data, generate tests: parameterize each data table dynamic
other url, url for staging, staging and live, different environments, per environment, for each environment, local and staging: environment config baseurl env
relative urls, same domain, repeat domain, base address: baseurl base url
wait for data before: delay async dynamic
on every core, every core, cores, four processes, how many processes, number of processes, several processes, multiple processes, threads: worker parallel job
split tests, spread tests, divide tests, distribute tests, ci jobs, several ci jobs, several ci machines, over machines, build machines: shard split parallel matrix
put reports together, combine reports, one report from, merge reports, single report: merge report shard
in single process, in one process, single process, one process, one worker, no parallelism, one after other, sequentially, never run at same time, must never run: serial sequential band worker
disturb each other, influence each other, affect each other, interfere, collide, depend on order: isolation parallel serial
mixed up, random sequence, in random order, shuffled: random shuffle order seed
unique database, own database, separate database, database for each: worker database id
number of process, number of worker, id of process: worker id index
leaked, leaks, leak into: leak global isolation
rerun when, when file is saved, when files change, file is saved, whenever i save, on save: watch
options into file, settings in file, own settings, different settings, other settings: config configuration project
from my own script, from script, from code, out of code, without command line: programmatic api
pass options from, options from shell, own arguments, arguments to my tests: argument cli option
no tests found: pass fail empty
until bug is fixed, red for now, expect test to break, should be red: failing fail expected
retry count, how often is it retried, number of retries: retry
only on windows, only on mac, only on linux, only in chrome, only in firefox, only in one browser, certain browser, certain browsers, not in safari: skip condition browser project
in which order, order of tests, order of files, what runs first: order parallel serial
several browsers, more browsers, different browsers, different devices: project browser device
tests need each other, one test needs, needs another test, first run another, before other tests: dependency serial project setup
long time for whole, limit whole run, stop run after: global timeout
group has its own, settings for group, settings for one file, options for one file, just for one test, only for one test: use describe override option
test information, know its own name, name of current test, current test: info title
too many failures, many failures, after ten failures: max failures bail
start when port, wait for server, server is ready, server is up: webserver url port timeout
runs twice, run twice, executed twice, runs two times, started twice: repeat retry worker
worker restarts, new worker, process restarts: worker restart retry
is it retry, know whether retried, during retry: retry testinfo
maximum time for, time limit of, time limit for: timeout
own option, own options, custom option, option of my own, pass option to tests: option fixture parameterize use
variables from file, settings from file, env file, dotenv: env dotenv environment
group steps, name step, name steps, sub steps, split test into parts: step
`
