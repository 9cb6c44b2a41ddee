import { lazily } from '../../../ground/kernel/lazily.ts'
import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'

/**
 * Words that people use for one another when they ask about software, in groups. A word of several meanings is in
 * several groups. They count half as much as the word itself, so a wrong one does little harm.
 */
const GROUPS = `
login logon signin authenticate authentication auth | folder directory dir | delete remove erase drop
error exception failure | fail break crash | config configuration configure setting option | image picture
run execute launch start | slow performance | fast quick performance | speed performance | env environment
variable var | password credential | create make generate add | change modify update edit alter | show display
hide hidden | wait await | stop abort cancel halt | check verify assert validate | argument parameter param
function method | automatic auto automatically | allow permit enable | enable activate turn on | test spec
retry rerun repeat | screenshot image | parallel concurrent simultaneous | machine host computer | url address link
fake mock stub | intercept mock | date time clock | database db | server backend | component element
bundle build compile | deploy publish release | document doc documentation | package dependency library module
install setup | clean clear cleanup | save store persist | load read fetch | send post submit | request call
response answer reply | message notification | alert warning | container docker | pipeline ci | version release
upgrade update migrate | key token | secret credential | permission access | user account | role permission
list array | value data | size length | limit maximum max | minimum min | file asset | text string | number integer
type typescript | style css | page document | print output | debug troubleshoot | write author create
combine merge join | split divide shard | replace substitute override | custom own | share reuse | convert transform
compare diff difference | event listener | trigger fire emit | nested child | parent ancestor | remote distant
local localhost | empty blank | duplicate copy | unique distinct | optional option | require need mandatory
example sample demo | begin start | end finish | schedule cron | queue job | cache caching | memory heap
thread worker | process worker | network internet | phone mobile device | window viewport | click press
type fill enter | choose select pick | button control | tab page | open launch | close exit | monitor observe watch
measure metric | collect gather scrape | signin login | signup register registration | profile account
crawl scrape | blank empty | bug issue defect problem | trace log record | record capture | replay playback
video recording | snapshot baseline | flaky unstable intermittent | skip ignore exclude omit | include contain
only single | environment staging production | timeout deadline limit | pause sleep delay | hang stuck freeze stall
reload refresh | navigate goto visit | redirect forward | header metadata | cookie session | cross origin cors
certificate tls ssl https | proxy gateway | firewall blocked | encrypt cipher | hash digest checksum
random arbitrary | seed random | sort order | filter select | search find lookup query | match pattern regex
wildcard glob | prefix suffix | parse decode | encode serialize | format style | template boilerplate scaffold
plugin extension addon | hook callback | middleware interceptor | inject provide | global shared | scope context
isolate separate | lazy deferred | async asynchronous promise | sync synchronous | stream pipe | buffer binary bytes
json object | csv table spreadsheet | row record | column field | index key | primary main | secondary additional
backup snapshot | restore recover | rollback revert undo | commit revision | branch ref | review approve
lint eslint | warning notice | verbose detailed | quiet silent | colour color | dark theme | font typeface
icon image | animation transition | scroll swipe | drag drop | keyboard key shortcut | mouse cursor pointer
touch tap | hover mouseover | focus blur | form input | dropdown select | checkbox tick | radio option
label caption | placeholder hint | tooltip title | dialog modal popup | tab window | iframe frame
browser chrome chromium | mobile phone | tablet device | screen display | resolution viewport
language locale translation | timezone clock | geolocation location gps | offline disconnect | online connected
bandwidth network | latency delay | throughput speed | cpu processor | ram memory | disk storage | leak memory
garbage gc | crash exit | signal kill terminate | restart reboot | daemon background | cluster node | replica copy
partition shard | balance distribute | scale grow | quota limit | price cost | license licence | deprecated obsolete
legacy old | new recent latest | experimental beta preview | stable release | compatible support
unsupported incompatible | convert migrate | tutorial guide | quickstart introduction | reference api
glossary term | faq question | troubleshoot problem fix | fix repair solve | reason why cause | purpose goal
benefit advantage | drawback disadvantage | difference versus compare | alternative instead
recommended best practice | avoid prevent | forbid disallow deny | reject refuse | accept confirm
optional conditional | condition if when | loop iterate | default fallback | inherit extend | property attribute
class type | interface contract | generic template | constant literal | expression formula | operator function
assign set | getter computed | setter writable | mutable change | immutable readonly | reactive observable
subscribe listen | publish emit | broadcast notify | webhook callback | alert notify | dashboard panel | graph chart
counter gauge | histogram percentile | label tag | annotation note | rule policy | threshold limit
interval period frequency | retention expire | expire stale | invalidate purge | host domain | port socket
endpoint route url | path location | relative absolute | symlink link | archive zip compress | compress gzip
minify compress | minify uglify | sourcemap map | transpile compile | polyfill shim | bundle package | chunk piece
split chunk | preload prefetch | render paint | hydrate hydration | markup html | stylesheet css | script javascript
module import | dependency import | entry start | output result | folder dist | workspace monorepo | root base
picture screenshot photo image | movie video film recording | appearance visual look style | phone mobile device emulation
secret sensitive confidential password | repository repo git source | company enterprise organization team business
employee user member people person | visible public access | headless display monitor screen | obscure cover overlap overlay
missing absent nonexistent | jump navigate redirect | leak isolate state | wrong incorrect invalid error
unexpected surprising wrong | broken failing fail red | green pass success | succeed pass success | flake flaky
undo rollback revert reset | repeatedly poll retry | input parameter data argument | unchanged static same
spinner loading progress | pretend mock fake simulate emulate | simulate emulate mock | day date clock | wifi network lan
picker select input | attach upload | upload file | download save | print pdf | email mail message | mail smtp
people user person | machine runner agent worker | agent runner assistant | assistant ai llm agent copilot
robot automation bot | cookie storage session | storage localstorage indexeddb cache | persist storage save keep keeping
remember persist store save cache | forget clear reset | reuse share repeat | preserve keep persist
shared common global | common shared helper utility | helper utility function | tool utility cli | shell terminal bash command
terminal console cli | console log output stdout | stdout output log | print log display | message text error
explain document describe | describe suite group | suite group collection | group category tag | tag label annotate mark
mark tag annotate label | rename name title | name title label | title heading name | caption subtitle text
sentence text string | word text string | letter character | number count amount | amount count number | percent ratio coverage
ratio proportion percent | minimum threshold least | threshold tolerance limit | tolerance difference threshold
differ difference diff mismatch | identical equal same | equal match compare | similar like match | fuzzy approximate partial
partial subset | subset partial some | nearest closest | before previous prior | after next following
previous earlier prior last | earlier previous before | later next after | first initial start | final last end
loop iterate repeat each | each every loop | condition conditional | choice option | decide choose
postpone defer delay | wait sleep pause delay | freeze pause stop | fake stub double | double mock stub
spy watch track observe | track monitor record trace | count number times | inspect debug examine look view
examine inspect analyze | analyze report insight | insight analytics report metric | report summary result reporter
summary overview report | statistics metric analytics | history previous past | chart graph trend | export download save
import load include | include load embed | embed inline iframe include | inline embed | frame iframe
popup window dialog | banner popup notice alert | notice warning | warn warning deprecate | obsolete deprecated
move drag | drop drag | resize viewport size | size dimension width height | wide width | tall height | zoom scale
scale zoom device | landscape orientation | portrait orientation | rotate orientation | position location coordinate
coordinate position offset | place location position | location geolocation place url | country locale region
region locale area | language locale lang | translate locale i18n | mode scheme theme | color scheme theme
swipe touch gesture | gesture touch | finger touch tap | keypress keyboard key press | type keyboard enter input
hotkey shortcut keyboard | paste clipboard copy | clipboard copy paste | copy clipboard duplicate clone | clone copy
request http fetch api | http request network | api endpoint rest http | rest api http | traffic network request
intercept route mock | route intercept path | proxy intercept tunnel | tunnel proxy | throttle slow limit
offline network connection | connection network socket | socket websocket connection | broadcast websocket
certificate client tls ssl | insecure https certificate | secure https security | security vulnerability safe
safe secure sanitize escape | escape sanitize encode | inject insert add | insert add append | append add
attack vulnerability xss injection | hacker attack security | credential auth login authentication password
identity user account role | role user permission | admin administrator role | token auth key | renew refresh expire
expired stale invalid | logout signout | customer user client | visitor user | tenant organization
freeze hang stuck block | stuck hang pending timeout | pending waiting unresolved | unresolved pending | block prevent stop
prevent block avoid disable | disable turn skip block | prohibit forbid disallow ban | ban lint forbid restrict
restrict limit allow only | permit allow grant permission | grant permission allow
crash exception error abort | exception throw error | throw error raise reject | raise throw | catch handle error
handle catch process | recover retry restore | resume continue restart | continue proceed resume | quit exit close stop
kill terminate stop abort | orphan zombie leak hang | zombie process hang | child subprocess process | subprocess child spawn process
spawn start launch process | boot start launch | warm cache prewarm | cold start | startup start boot launch
speedup performance optimize | optimize performance improve | improve optimize enhance | expensive slow cost
cheap fast light | heavy large slow | large big huge | huge large big | big large | small tiny minimal | tiny small
bundle chunk asset | minimize minify reduce | reduce minimize decrease lower | increase raise grow extend
extend increase custom inherit | longer extend increase timeout | shorter reduce alias | alias shortcut name
folder path directory | directory folder path | subfolder nested directory | file path document | document file page
page url site website | site website page domain | website site page | homepage index page | address url host
host hostname domain server | domain origin host site | port listen server | listen port server | serve server host
localhost local dev | dev development | development dev local | prod production | production prod deploy live
online deploy live | ship release publish deploy | rollout release deploy | upgrade migrate update version
outdated old stale update | pin lock version | lock pin freeze lockfile | dependency package lockfile
container docker image kubernetes | docker container image | vm machine virtual | virtual fake simulated
linux ubuntu debian os | mac macos osx apple | apple safari webkit macos | safari webkit browser | firefox gecko browser
edge chromium browser | android mobile device | iphone ios mobile | ios iphone safari | browser engine
laptop computer machine | computer machine host | cloud hosted remote | hosted cloud service | service server api
nightly schedule cron | daily schedule cron | weekly schedule | workflow pipeline action ci | action workflow step
step action stage | stage phase step environment | phase stage step lifecycle | lifecycle hook phase
hook before after setup callback | callback handler listener hook | handler callback listener | fixture setup context data
prepare setup before arrange | arrange setup prepare | teardown cleanup after dispose | cleanup teardown clear dispose
dispose close cleanup destroy | destroy delete dispose unmount | unmount destroy remove | mount render attach
attach mount add connect | detach remove disconnect unmount | connect attach link | link anchor href url | anchor link
hyperlink link anchor | href link url | field input form | textbox input textarea field | submit send form
validation validate check form | invalid error validation | markup html template dom | dom element html tree node
node element nodejs | tag element label | attribute prop property | prop attribute property | selector locator query
locator selector find element | xpath selector css | locate find locator search | search find query filter
reference link ref handle | handle reference elementhandle | pointer mouse cursor reference
derive compute calculate | calculate compute | recalculate compute recompute update | memoize cache
cached cache memoize | flicker flash blink flaky | blink flash | assertion expect assert check | expectation expect assertion
expect assert should | matcher assertion expect | soft nonfatal continue | fatal crash error
verify check confirm assert test | confirm verify accept dialog | prove verify | spec test file | case test example
scenario test case | unit test component | integration test e2e | e2e end integration test | manual hand
shuffle random order | order sequence sort | sequence order serial | serial sequential order | simultaneous parallel concurrent
concurrency parallel worker | distribute shard parallel split | divide split shard | merge combine join
aggregate combine merge sum | gather collect combine | upload send publish | artifact file output attachment
attachment file artifact | output result artifact stdout | snapshot golden baseline screenshot | golden baseline snapshot
baseline reference golden | approve accept update | update refresh change | blame author owner | owner maintainer codeowner
author owner writer | maintainer owner | beginner start introduction tutorial | newcomer start introduction
learn tutorial guide | cheatsheet reference | migrate convert port transition | convert transform change
generator codegen scaffold | codegen generate record | record codegen trace capture | scaffold generate create init
initialize init setup create | bootstrap start init setup | wizard init setup | editor ide vscode | ide editor vscode
autocomplete intellisense completion | completion autocomplete | breakpoint debug pause | debugger inspector breakpoint
inspector debugger devtools | devtools inspector debug | profile performance profiler | profiler profile performance
stacktrace stack trace | stack trace callstack | sourcemap source map | compile build transpile | transpile babel compile
typing type typescript | typecheck typescript type | schema type model validation | model schema type data
nullable optional null undefined | undefined null missing | null undefined empty none | none empty null
attempt try retry | halt pause stop | invoke call | invoked called | dummy mock stub | invent fake mock | laptop local machine
sporadic flaky intermittent | appear visible show | tick check checkbox
untick uncheck | invisible hidden headless | arguments parameters options | caption name label | entry item option
remember storage session | tidy cleanup clear | erase clear delete | spot find locate | outcome result | toggle switch check
answer fulfill response | refuse abort reject block | tamper modify intercept | traffic har request | latency slow throttle
preparation setup beforeeach fixture | afterwards teardown after cleanup | sibling neighbour adjacent | smoke tag
sent send | built build | rebuilt rebuild | written wrote write | rewritten rewrite | chosen chose choose | ran run
began begun begin | broke broken break | kept keep | lost lose | held hold | found find | hidden hid hide | drawn drew draw
thrown threw throw | frozen froze freeze | shown show | hung hang | spent spend | fell fallen fall | forgot forgotten forget
forbidden forbid | caught catch | bound bind | left leave | woke wake | overridden override | undone undo | driven drove drive
`

const synonymsByTerm = lazily(() => readGroups(GROUPS))

const NONE: ReadonlySet<string> = new Set()

/** The terms of words that may be meant by this one. */
export const synonymsOf = (term: string): string[] => [...(synonymsByTerm().get(term) ?? NONE)]

function readGroups(groups: string): Map<string, Set<string>> {
  const synonyms = new Map<string, Set<string>>()
  for (const group of groups.split(/[|\n]/)) {
    const terms = group
      .trim()
      .split(/\s+/)
      .map(stem)
      .filter((term) => term !== '' && !isStopTerm(term))
    for (const term of terms) {
      const others = synonyms.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      synonyms.set(term, others)
    }
  }
  return synonyms
}
