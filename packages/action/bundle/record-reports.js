import{B as firstOpen,D as sendJournal,Dt as readCtrfStatus,Et as readCtrfEnvironment,H as removeLock,J as artifactFolder,L as setAside,Ot as readCtrfTool,Q as uuidv7,R as summarize,S as wordsOf,Tt as orderCtrfAttempts,U as writeLock,V as isInUse,X as makeJournalFolder,Y as journalFolder,_t as withoutRoot,at as cleanOpen,bt as percentDecoded,ct as makeCleaner,d as isWithin,dt as cutTitle,ft as hasCut,gt as isAbsolutePath,ht as resultOf,k as describeWait,lt as MASK,pt as withoutControls,xt as LIMITS,z as completeOpen}from"./core.js";
import{n as say,t as FLUSH_COMMAND}from"./say.js";
import{n as findRoot}from"./root.js";
import{a as ReportProblem,i as readWhole,n as readDirectory,r as readEntry}from"./zip.js";
import{Buffer as Buffer$1}from"node:buffer";
import{createGunzip}from"node:zlib";
import{createHash,hash}from"node:crypto";
import{fileURLToPath}from"node:url";
import{tmpdir,uptime}from"node:os";
import{closeSync,constants,copyFileSync,createReadStream,createWriteStream,existsSync,fstatSync,ftruncateSync,linkSync,openSync,readSync,realpathSync,rmSync,statSync,writeFileSync,writeSync}from"node:fs";
import{glob,mkdtemp,open,realpath,rm,stat}from"node:fs/promises";
import{basename,dirname,extname,isAbsolute,join,posix,relative,resolve,sep}from"node:path";
import{StringDecoder}from"node:string_decoder";
import{pipeline}from"node:stream/promises";
const journalOf=(folder,id)=>join(folder,`${id}.ndjson`);
const receiptPath=(folder,id)=>join(folder,`${id}.json`);
const beginReceipt=(folder,id)=>{
const write=receipt=>ignoringErrors(()=>writeFileSync(receiptPath(folder,id),JSON.stringify(receipt),{mode:384}));
write({state:`begun`});
return({isSent,journal,...facts})=>{
const kept=journalOf(folder,id);
if(journal!==void 0)ignoringErrors(()=>linkSync(journal,kept))||ignoringErrors(()=>copyFileSync(journal,kept));
write({state:isSent?`sent`:`unsent`,...facts})}};
const ignoringErrors=work=>{
try{
work();
return true}catch{
return false}};
const makeArtifactQueue=setup=>{
let keeper;
let last=Promise.resolve();
return{add(entry,attachments){
keeper??=import(`./artifact-keeper.js`).then(({openKeeper})=>openKeeper(setup));
for(const[number,{path,body,read,contentType}]of attachments.slice(0,LIMITS.attachments).entries()){
if(!body&&!read&&(!path||/^https?:/i.test(path)))continue;
const source=async()=>body?{body}:read?{body:await read()}:{path:path??``};
last=last.then(async()=>(await keeper)?.keep({entry,number,contentType,...await source()})).catch(()=>void 0)}},get isUsed(){
return keeper!==void 0},async kept(){
await last;
return keeper?.then(each=>each.kept()).catch(()=>void 0)}}};
const FAILURES_IN_ALL=60;
const CHARACTERS_IN_ALL=1048576;
const LONGEST_MS$2=316224e5;
const LARGEST=2147483647;
const toDetail=(attempt,occurrence,cleaner,marks)=>{
const{errors,skip,stdout,stderr,attachments,steps,annotations,tags,location}=attempt;
const didPass=attempt.status===`passed`&&!attempt.expectedFailure;
if(didPass&&occurrence===0&&marks.size===0&&isPlain(attempt))return void 0;
const detail={};
const budget=budgetOf(cleaner);
if(isPlace(occurrence)&&occurrence>0)detail.occurrence=occurrence;
if(attempt.repeat&&isPlace(attempt.repeat))detail.repeat=attempt.repeat;
if(errors?.length)detail.errors=toFailures(errors,cleaner,marks,budget);
if(skip)detail.skip=toSkip(skip,cleaner,marks);
if(attempt.expectedFailure)detail.expectedFailure=true;
if(stdout&&!didPass)detail.stdout=cleaner.tail(stdout,LIMITS.outputTailBytes,`stdout`,marks);
if(stderr&&!didPass)detail.stderr=cleaner.tail(stderr,LIMITS.outputTailBytes,`stderr`,marks);
if(attachments?.length)detail.attachments=toAttachments(attachments,cleaner,marks,budget);
if(steps?.length&&!didPass)detail.steps=toSteps$1(steps,cleaner,marks,{...budget,left:LIMITS.steps},1);
if(annotations?.length)detail.annotations=toAnnotations(annotations,cleaner,marks,budget);
if(tags?.length)detail.tags=cleaner.tags(tags,marks);
if(location&&!didPass)Object.assign(detail,toLocation$1(location,cleaner));
for(const field of attempt.truncated??[])cleaner.cut(field,marks);
if(marks.size>0)detail.truncated=[...marks];
for(const _ in detail)return detail};
const isPlain=({repeat,errors,skip,attachments,annotations,tags,truncated})=>!(repeat||errors||skip||attachments||annotations||tags||truncated);
const toFailure$3=(failure,cleaner,marks,budget=budgetOf(cleaner),depth=1)=>{
budget.left-=1;
const clean={message:cleaner.text(failure.message??``,LIMITS.messageBytes,`message`,marks)};
const{name,stack,snippet,location,frames,expected,actual,cause,errors}=failure;
if(name)clean.name=cleaner.text(name,LIMITS.textBytes,`name`,marks);
if(stack)clean.stack=cleaner.text(stack,LIMITS.stackBytes,`stack`,marks);
if(snippet)clean.snippet=cleaner.text(snippet,LIMITS.snippetBytes,`snippet`,marks);
if(location)Object.assign(clean,toLocation$1(location,cleaner));
if(frames?.length)clean.frames=toFrames(frames,cleaner,marks);
if(expected!==void 0&&actual!==void 0)Object.assign(clean,cleaner.compared({expected,actual},LIMITS.snippetBytes,marks));else if(expected!==void 0)clean.expected=cleaner.text(expected,LIMITS.snippetBytes,`expected`,marks);else if(actual!==void 0)clean.actual=cleaner.text(actual,LIMITS.snippetBytes,`actual`,marks);
if(cause&&hasRoom(`cause`))clean.cause=toFailure$3(cause,cleaner,marks,budget,depth+1);
if(errors?.length&&hasRoom(`errors`))clean.errors=toFailures(errors,cleaner,marks,budget,depth+1);
return clean;
function hasRoom(field){
if(depth<LIMITS.depth&&hasLeft(budget,cleaner))return true;
cleaner.cut(field,marks);
return false}};
const toFrames=(frames,cleaner,marks)=>frames.slice(0,LIMITS.frames).flatMap(({location:place,snippet})=>{
const{location}=toLocation$1(place,cleaner);
return location?{location,snippet:cleaner.text(snippet,LIMITS.frameBytes,`frames`,marks)}:[]});
const budgetOf=cleaner=>({left:FAILURES_IN_ALL,until:cleaner.spent+CHARACTERS_IN_ALL});
const hasLeft=(budget,cleaner)=>budget.left>0&&cleaner.spent<budget.until;
const toFailures=(failures,cleaner,marks,budget,depth=1)=>{
const kept=[];
for(const failure of failures){
if(kept.length===LIMITS.errors||!hasLeft(budget,cleaner)){
cleaner.cut(`errors`,marks);
break}
kept.push(toFailure$3(failure,cleaner,marks,budget,depth))}
return kept};
const toSkip=(skip,cleaner,marks)=>skip.reason?{kind:skip.kind,reason:cleaner.text(skip.reason,LIMITS.textBytes,`reason`,marks)}:{kind:skip.kind};
const toLocation$1=({file,line,column},cleaner)=>{
if(!isPlace(line))return{};
const location={file:cleaner.path(file),line};
if(column!==void 0&&isPlace(column))location.column=column;
return{location}};
const isPlace=value=>Number.isInteger(value)&&value>=0&&value<=LARGEST;
const toAttachments=(all,cleaner,marks,budget)=>{
const text=(words,limit)=>cleaner.text(words,limit,`attachments`,marks);
const kept=[];
for(const{name,contentType,path,sizeBytes}of all){
if(isFull(`attachments`,kept,cleaner,marks,budget))break;
kept.push({name:text(name,LIMITS.textBytes),contentType:text(contentType,LIMITS.labelBytes),...path&&{path:cleaner.path(path)},...sizeBytes!==void 0&&sizeBytes>=0&&sizeBytes<=Number.MAX_SAFE_INTEGER&&{sizeBytes}})}
return kept};
const toAnnotations=(all,cleaner,marks,budget)=>{
const text=words=>cleaner.text(words,LIMITS.textBytes,`annotations`,marks);
const kept=[];
for(const{type,description}of all){
if(isFull(`annotations`,kept,cleaner,marks,budget))break;
kept.push({type:text(type)||`note`,...description&&{description:text(description)}})}
return kept};
const isFull=(field,kept,cleaner,marks,budget)=>{
if(kept.length<LIMITS[field]&&cleaner.spent<budget.until)return false;
cleaner.cut(field,marks);
return true};
const toSteps$1=(steps,cleaner,marks,budget,depth)=>{
const kept=[];
for(const step of steps){
if(!hasLeft(budget,cleaner)){
cleaner.cut(`steps`,marks);
break}
budget.left-=1;
const clean={title:cleaner.text(step.title,LIMITS.textBytes,`steps`,marks),durationMs:roundDuration(step.durationMs)};
if(step.category)clean.category=cleaner.text(step.category,LIMITS.textBytes,`steps`,marks);
if(step.error)clean.error=cleaner.text(step.error,LIMITS.messageBytes,`steps`,marks);
if(step.steps?.length&&depth<LIMITS.depth)clean.steps=toSteps$1(step.steps,cleaner,marks,budget,depth+1);else if(step.steps?.length)cleaner.cut(`steps`,marks);
kept.push(clean)}
return kept};
const roundDuration=durationMs=>{
if(!(durationMs>0)||durationMs===Number.POSITIVE_INFINITY)return 0;
return durationMs<10?Math.round(durationMs*100)/100:roundMs(durationMs)};
const roundMs=ms=>ms>0?Math.min(Math.round(ms),LONGEST_MS$2):0;
const allow=folder=>`let this user write ${folder}`;
const free=()=>`free disk space`;
const REMEDIES={EACCES:allow,EDQUOT:free,EFBIG:()=>`raise the limit on the size of files (ulimit -f)`,ENOSPC:free,EPERM:allow,EROFS:(_folder,root)=>`mount ${root} writable, or run the tests in a writable copy`};
const MEMORY_BYTES=33554432;
const TOGETHER_CHARACTERS=65536;
const DELETED={reason:`the file was deleted during the run`,advice:`let no test delete the folder .svc`};
const EXISTING=constants.O_RDWR|constants.O_APPEND;
const openJournal=(root,id,lastLine=()=>void 0)=>{
let path;
let file;
let bytes=0;
let problem;
let lines=[];
let memory=0;
let waiting;
const begin=()=>{
const wanted=join(makeJournalFolder(root),`${id}.ndjson`);
writeLock(wanted);
try{
file=openSync(wanted,`ax+`,384);
path=wanted}catch(error){
removeLock(wanted);
throw error}};
const giveUpDisk=error=>{
problem={...diskProblem(error,root),lost:0}};
const keep=text=>{
for(const line of text.split(`
`)){
memory+=line.length;
if(memory<=MEMORY_BYTES)lines.push(line);else if(problem)problem.lost+=1}};
const closeFile=()=>{
const open=file;
file=void 0;
if(open!==void 0)quietly(()=>closeSync(open))};
const peek=()=>({...path&&{path},bytes,lines});
const end=()=>{
if(file!==void 0&&path&&!isAt(file,path)){
lines=[...readBack(file,bytes).split(`
`).slice(0,-1),...lines];
removeLock(path);
path=void 0;
bytes=0;
problem??={...DELETED,lost:0}}
closeFile()};
const save=()=>{
if(!problem)return true;
if(problem.lost>0||!existsSync(root))return false;
let saved=0;
try{
if(path===void 0)begin();else file??=openSync(path,EXISTING);
const target=file??-1;
ftruncateSync(target,bytes);
for(;saved<lines.length;saved+=1)bytes+=writeWhole(target,`${lines[saved]}\n`);
problem=void 0}catch{}
lines=lines.slice(saved);
closeFile();
return problem===void 0};
const release=()=>{
unsent.delete(tellUnsent);
closeFile();
if(path)removeLock(path)};
const write=text=>{
if(file===void 0||problem)return keep(text);
try{
bytes+=writeWhole(file,`${text}\n`)}catch(error){
giveUpDisk(error);
keep(text)}};
const append=line=>{
if(waiting===void 0)return write(line);
waiting=waiting===``?line:`${waiting}\n${line}`;
if(waiting.length>=TOGETHER_CHARACTERS)writeWaiting(``)};
const writeWaiting=then=>{
const text=waiting;
waiting=then;
if(text)write(text)};
const together=work=>{
if(waiting!==void 0)return work();
waiting=``;
try{
work()}finally{
writeWaiting(void 0)}};
const tellUnsent=exitCode=>{
const line=lastLine(exitCode);
writeWaiting(void 0);
if(line)append(line);
end();
save();
const kept=`kept in ${path}; to send them, run: ${FLUSH_COMMAND}`;
const lost=`lost, because the journal could not be written (${problem?.reason}); ${problem?.advice}`;
const first=bytes>0?`, except the first ones, which are ${kept}`:``;
say(`the run ended before its results were sent; they are ${problem?lost+first:kept}`);
release()};
try{
begin()}catch(error){
giveUpDisk(error)}
process.off(`exit`,tellAllUnsent).prependOnceListener(`exit`,tellAllUnsent);
unsent.add(tellUnsent);
return{append,together,peek,close(){
end();
return peek()},save,release,markSent:()=>void unsent.delete(tellUnsent),remove(){
unsent.delete(tellUnsent);
const written=path;
if(written)quietly(()=>rmSync(written,{force:true}))},get problem(){
return problem}}};
const unsent=new Set;
const tellAllUnsent=exitCode=>{
for(const tell of unsent)quietly(()=>tell(exitCode))};
const writeWhole=(file,line)=>{
const size=Buffer.byteLength(line);
let written=writeSync(file,line);
if(written<size){
const rest=Buffer.from(line);
while(written<size)written+=writeSync(file,rest,written)}
return size};
const isAt=(file,path)=>{
try{
const[open,named]=[fstatSync(file),statSync(path)];
return open.ino===named.ino&&open.dev===named.dev}catch{
return false}};
const readBack=(file,bytes)=>{
const buffer=Buffer.alloc(bytes);
let read=0;
for(let more=1;more>0&&read<bytes;read+=more)more=readSync(file,buffer,read,bytes-read,read);
return buffer.toString(`utf8`,0,read)};
const quietly=act=>{
try{
act()}catch{}};
const diskProblem=(error,root)=>{
const folder=join(root,`.svc`);
const code=error instanceof Error&&`code`in error?error.code:void 0;
return{reason:error instanceof Error?error.message:String(error),advice:`to keep results on disk, ${REMEDIES[String(code)]?.(folder,root)??`make ${folder} a folder that this user can write`}`}};
const makeGroups=(cleaner,define)=>{
const numbers=new Map;
let last={file:``,titles:[],variant:``,number:-1};
return{numberOf(file,titles,variant){
if(last.number>=0&&isSame(last,file,titles,variant))return last.number;
const above=titles.slice(0,-1);
const key=JSON.stringify([file,variant,...above]);
let number=numbers.get(key);
if(number===void 0){
number=numbers.size;
numbers.set(key,number);
define(number,toGroup(file,above,variant,cleaner))}
last={file,titles,variant,number};
return number}}};
const isSame=(last,file,titles,variant)=>{
if(last.file!==file||last.variant!==variant||last.titles.length!==titles.length)return false;
for(let index=titles.length-2;index>=0;index-=1)if(last.titles[index]!==titles[index])return false;
return true};
const toGroup=(file,above,variant,cleaner)=>({file:cleaner.path(file),titles:withinBytes(withinDepth(above).map(title=>cleaner.title(title))),...variant&&{variant:cleaner.label(variant,LIMITS.textBytes)}});
const withinDepth=titles=>titles.length<=LIMITS.titleDepth?titles:[...titles.slice(0,LIMITS.titleDepth-1),titles.slice(LIMITS.titleDepth-1).join(` › `)];
const withinBytes=titles=>{
const sizes=titles.map(title=>Buffer$1.byteLength(title));
let left=LIMITS.titlesBytes;
if(sizes.reduce((sum,size)=>sum+size,0)<=left)return titles;
let most=left;
for(const[index,size]of sizes.toSorted((one,other)=>one-other).entries()){
most=Math.floor(left/(sizes.length-index));
if(size>most)break;
left-=size}
return titles.map(title=>cutTitle(title,most))};
const makeLines=(config,time,cleaner,append,artifacts)=>{
let entries=0;
const write=line=>{
if(line[0]!==`group`)entries+=1;
append(JSON.stringify(line))};
const masked=makeMaskedNames();
const groups=makeGroups(cleaner,(number,group)=>{
masked.define(number,group);
write([`group`,number,group])});
const tally=makeTally();
let warnings=0;
let isFull=false;
const warning=message=>{
const text=cleaner.text(message,LIMITS.messageBytes,`warning`,new Set);
warnings+=1;
if(warnings<LIMITS.warnings)write([`warning`,text]);
if(warnings===LIMITS.warnings)write([`warning`,`Further warnings were omitted.`]);
return text};
let hasLeftOut=false;
const leaveOut=()=>{
cleaner.cut(`attempts`,new Set);
if(!hasLeftOut)warning(`Some attempts of tests with more than ${MOST_ALIKE} passed or ${MOST_ALIKE} failed attempts were omitted.`);
hasLeftOut=true};
const refuse=()=>{
if(!isFull)warning(`Only the first ${LIMITS.results} results were kept.`);
isFull=true};
const describe=(attempt,occurrence,marks)=>{
try{
return toDetail(attempt,occurrence,cleaner,marks)}catch{
cleaner.cut(`detail`,marks);
return{...occurrence>0&&{occurrence},truncated:[...marks]}}};
return{warning,results:()=>tally.results,attempt(test,recorded){
if(tally.results>=LIMITS.results)return refuse();
const marks=new Set;
const group=groups.numberOf(test.file,test.titles,test.variant||config.variant);
const ownTitle=test.titles.at(-1)??``;
const title=cleaner.title(ownTitle,marks);
const occurrence=masked.occurrenceOf(group,{title:ownTitle,written:title,occurrence:test.occurrence||recorded.occurrence||0});
const room=tally.room(group,title,occurrence,recorded);
if(room===`nothing`)return leaveOut();
const attempt=room===`brief`?toBrief(recorded):recorded;
const detail=describe(attempt,occurrence,marks);
const startMs=startOf$3(attempt,time);
const durationMs=roundDuration(attempt.durationMs);
entries+=1;
const line=`["attempt",${group},${JSON.stringify(title)},"${attempt.status}",${startMs},${durationMs}`;
append(detail?`${line},${JSON.stringify(detail)}]`:`${line}]`);
tally.count(group,title,occurrence,attempt);
if(!attempt.attachments?.length||!artifacts)return;
if(wantsArtifacts(config.artifacts,attempt.status,tally.hasFailed(group,title,occurrence)))artifacts.add(entries-1,attempt.attachments)},imports({files,changed,...listed}){
const clean=paths=>paths.map(path=>cleaner.path(path));
const cleaned=changed&&{...changed,files:clean(changed.files),removed:clean(changed.removed)};
write([`imports`,{files:clean(files),...listed,...cleaned&&{changed:cleaned}}])},error(failure,file){
const clean=toFailure$3(failure,cleaner,new Set);
write([`error`,file===void 0?{failure:clean}:{file:cleaner.path(file),failure:clean}])}}};
const toBrief=attempt=>{
const{stdout,stderr,steps,attachments,annotations,tags,errors=[],...brief}=attempt;
const left={stdout,stderr,steps,attachments,annotations,tags,errors:errors[1]};
const truncated=Object.entries(left).flatMap(([field,value])=>value?[field]:[]);
return{...brief,...errors[0]&&{errors:[errors[0]]},...truncated[0]&&{truncated}}};
const startOf$3=({startedAt},{clock,startedAt:begin})=>{
if(startedAt>=begin&&clock.isPast(startedAt))return roundMs(startedAt-begin);
const aheadMs=clock.aheadMs();
const isOutside=aheadMs!==0&&(startedAt<begin||startedAt>clock.now());
return roundMs(startedAt-begin-(isOutside?aheadMs:0))};
const wantsArtifacts=(mode,status,isTriedAgain)=>mode===`all`||mode===`failed`&&(status!==`passed`&&status!==`skipped`||isTriedAgain);
const mayHideSecret=written=>written.includes(`[redacted]`)||hasCut(written);
const LONG=256;
const digest=text=>process.getBuiltinModule(`node:crypto`).createHash(`sha256`).update(text).digest(`base64`);
const makeMaskedNames=()=>{
const groups=new Map;
const occurrences=new Map;
return{define(number,group){
const text=JSON.stringify(group);
if(mayHideSecret(text))groups.set(number,text)},occurrenceOf(group,name){
const{title,written,occurrence}=name;
const above=groups.get(group);
if(above===void 0&&!mayHideSecret(written))return occurrence;
const key=`${above??group}\0${written}`;
const known=occurrences.get(key)??new Map;
occurrences.set(key,known);
const test=`${group}\0${title.length>LONG?digest(title):title}\0${occurrence}`;
const number=known.get(test)??known.size;
known.set(test,number);
return number}}};
const MOST_ALIKE=LIMITS.attempts/2;
const WHOLE_FAILURES=50;
const makeTally=()=>{
const failed=new Map;
let results=0;
const keyOf=(group,title,occurrence)=>`${group}\0${occurrence}\0${title}`;
return{room(group,title,occurrence,{status,repeat=0}){
if(!isFailure$2(status))return repeat<MOST_ALIKE?`whole`:`nothing`;
const failures=failed.get(keyOf(group,title,occurrence))??0;
return failures<WHOLE_FAILURES?`whole`:failures<MOST_ALIKE?`brief`:`nothing`},hasFailed:(group,title,occurrence)=>failed.has(keyOf(group,title,occurrence)),count(group,title,occurrence,{status,repeat,retry}){
if(failed.size>0||isFailure$2(status)){
const key=keyOf(group,title,occurrence);
const failures=failed.get(key);
if(isFailure$2(status))failed.set(key,(failures??0)+1);
if(failures!==void 0)return}
if(!repeat&&!retry)results+=1},get results(){
return results}}};
const isFailure$2=status=>status!==`passed`&&status!==`skipped`;
const DRIVE=/^[A-Za-z]:[\\/]/;
const makeRelative=root=>{
const roots=[...new Set([root,realPath(root)])].map(toPosix$1);
const known=new Map;
const relative=path=>{
const clean=toPosix$1(path);
if(!isAbsolute$1(clean))return posix.normalize(clean).replace(/^\.$/,``);
for(const base of roots){
const inside=below(base,clean);
if(inside!==void 0)return inside}
return outside(roots[0]??`/`,clean)};
return path=>{
const cached=known.get(path);
if(cached!==void 0)return cached;
const made=relative(path);
if(known.size<2e4)known.set(path,made);
return made}};
const realPath=path=>{
try{
return realpathSync.native(path)}catch{
return path}};
const toPosix$1=path=>{
const plain=path.startsWith(`file://`)?fromUrl(path):path;
const slashed=DRIVE.test(plain)||plain.startsWith(`\\\\`)||!plain.includes(`/`)?plain.replaceAll(`\\`,`/`):plain;
return DRIVE.test(slashed)?(slashed[0]??``).toUpperCase()+slashed.slice(1):slashed};
const fromUrl=url=>{
try{
return fileURLToPath(url)}catch{
return url}};
const isAbsolute$1=path=>path.startsWith(`/`)||DRIVE.test(path);
const below=(base,path)=>{
const prefix=base.endsWith(`/`)?base:`${base}/`;
if(path===base)return``;
return path.startsWith(prefix)?posix.normalize(path.slice(prefix.length)).replace(/^\.$/,``):void 0};
const outside=(base,path)=>{
const drives=[base,path].map(each=>DRIVE.test(each)?each.slice(0,2):``);
if(drives[0]!==drives[1])return path;
return posix.relative(withoutDrive(base),withoutDrive(path))};
const withoutDrive=path=>DRIVE.test(path)?path.slice(2):path;
const toOpen=(facts,open)=>{
const{isPast,trust=open.trust,label=``}=facts;
const{ci,runAttempt,part,...rest}=open;
return{...rest,runAttempt:isPast?1:runAttempt,...ci&&!isPast&&{ci},part:{...part,package:``,config:label},trust,code:toCode({...facts,...reportedCode(facts,open,{})},open.code)}};
const completeReported=async({facts,first,root,end,named})=>{
const{config,isPast}=facts;
const{reported={},runner=first.runner,leg=first.part.leg}=end;
const tested=reportedCode(facts,first,reported);
const before={...first,runner,part:{...first.part,leg},code:toCode({...facts,...tested},first.code)};
const open=await completeOpen(before,root,config,tested.commit??(isPast?NO_COMMIT:void 0));
if(tested.branch&&tested.branch===reported.branch)named.branch=reported.branch;
if(!isPast&&config.solitary&&reported.build){
named.build=open.build=reported.build;
delete open.solitary}
if(isPast&&open.trust===`ci`)delete open.code.dirty;
if(!open.code.repository){
const project=reported.project??reported.repository?.split(`/`).at(-1);
if(!config.project&&project)named.project=open.project=project;
if(reported.repository)open.code={...open.code,repository:reported.repository}}
const isElsewhere=reported.environment?.os!==void 0;
if(isPast||isElsewhere||reported.ci||open.code.testedSha)delete open.machine;
return{...open,...reported.ci&&!open.ci&&{ci:reported.ci},...reported.environment&&{environment:{...isElsewhere?{}:open.environment,...reported.environment}}}};
const NO_COMMIT=`0`.repeat(40);
const reportedCode=(facts,{code},reported)=>{
const{config,isPast,fallback={}}=facts;
const ci=isPast?void 0:config.ci;
const here=isPast?void 0:code.testedSha??code.headSha;
const isHere=here!==void 0&&(ci!==void 0||here.startsWith(reported.commit??here));
const commit=facts.commit??(isHere?void 0:reported.commit)??fallback.commit;
const branch=facts.branch??(ci?.code.branch?void 0:reported.branch)??fallback.branch;
return{...commit&&{commit},...branch&&{branch}}};
const toCode=({commit,branch,isPast},code)=>{
const override={...commit&&{testedSha:commit,headSha:commit},...branch&&{branch}};
return commit||isPast?override:{...code,...override}};
const FINE_TUNING_MS=1e3;
const startClock=()=>{
const begun=Date.now();
const begunUp=upMs();
const begunAwake=performance.now();
const now=()=>begun+upMs()-begunUp;
return{now,isPast:ms=>ms>=begun&&ms<=begun+performance.now()-begunAwake,aheadMs(){
const clock=Date.now();
if(Math.abs(clock-begun-(performance.now()-begunAwake))<=FINE_TUNING_MS)return 0;
const ahead=clock-now();
return Math.abs(ahead)<=FINE_TUNING_MS?0:ahead}}};
const upMs=()=>{
try{
return uptime()*1e3}catch{
return Date.now()}};
const recordReport=facts=>{
const{config,id=uuidv7()}=facts;
const root=findRoot(facts.folder,config.declaredRoot);
const relative=makeRelative(root.path);
const cleaner=makeCleaner({root:root.path,relative,secrets:config.secrets});
const first=toOpen(facts,firstOpen(id,{...facts,options:{},runnerRoot:root.path},config,root,relative));
const open=cleanOpen(first,cleaner);
removeLeftBehind(root.path,id);
const journal=openJournal(root.path,id);
const write=line=>journal.append(JSON.stringify(line));
write([`open`,1,open]);
const endReceipt=config.receipts?beginReceipt(config.receipts,id):void 0;
const artifacts=makeArtifactQueue({folder:artifactFolder(join(journalFolder(root.path),`${id}.ndjson`)),root:root.path,base:facts.folder,runnerFolders:[],secrets:config.secrets});
const lines=makeLines(config,{clock:{now:()=>Number.POSITIVE_INFINITY,isPast:()=>true,aheadMs:()=>0},startedAt:open.startedAt},cleaner,journal.append,artifacts);
return{root:root.path,folder:facts.folder,file:relative,attempt:lines.attempt,error:lines.error,warning:message=>void lines.warning(message),discard(){
journal.close();
journal.remove();
journal.release()},finish:end=>finish(end).catch(notSent)};
async function finish(end){
const named={};
const sent=await send(end,named);
return Object.keys(named).length>0?{...sent,named}:sent}
async function send(end,named){
const{status,endedAt,unfinished,onProgress,onWait}=end;
const{truncated,redacted}=cleaner;
const durationMs=roundMs(endedAt-open.startedAt);
const complete=await completeReported({facts,first,root,end,named});
const openLine=[`open`,1,cleanOpen(complete,cleaner)];
write(openLine);
const counts={...truncated&&{truncated},...redacted&&{redacted}};
write([`end`,{status,durationMs,...counts,...unfinished&&{unfinished}}]);
const source=journal.close();
const kept=()=>({results:lines.results(),...journal.save()&&{path:journal.peek().path??``}});
const told=outcome=>{
const isSent=outcome?.kind===`sent`;
const url=isSent?outcome.url:void 0;
const path=journal.problem?void 0:journal.peek().path;
endReceipt?.({isSent,status,journal:path,server:config.url,...url!==void 0&&{url}})};
try{
if(!config.apiKey){
told();
await artifacts.kept();
return{kind:`kept`,...kept()}}
const{entries:total}=await summarize(source);
const outcome=await sendJournal({source,open:JSON.stringify(openLine),config,deadline:performance.now()+config.timeoutMs,clock:startClock().now,onAccepted:entries=>onProgress?.({entries,total}),onWait:(ms,reason)=>onWait?.(describeWait(ms,reason,config.url))});
told(outcome);
if(outcome.kind===`rejected`){
const{path=``}=kept();
return{...outcome,results:lines.results(),path:await setAside(path).catch(()=>path)}}
if(outcome.kind!==`sent`){
await artifacts.kept();
return{...outcome,...kept()}}
if(!artifacts.isUsed){
journal.remove();
return{...outcome,results:lines.results()}}
journal.markSent();
const{finishArtifacts}=await import(`./artifact-finish.js`);
const sent=await finishArtifacts({config,journal:journal.peek().path,open:JSON.stringify(openLine),artifacts,url:outcome.url,removeJournal:journal.remove});
return{...outcome,results:lines.results(),...sent.text&&{artifacts:sent.text}}}finally{
journal.release()}}
function notSent(error){
const reason=error instanceof Error?error.message:String(error);
const{path}=journal.peek();
return{kind:`postponed`,reason,results:lines.results(),...path&&{path}}}};
const removeLeftBehind=(root,id)=>{
const path=join(journalFolder(root),`${id}.ndjson`);
if(isInUse(path))return;
removeLock(path);
try{
rmSync(path,{force:true});
rmSync(artifactFolder(path),{recursive:true,force:true})}catch{}};
const contentId=async(files,facts)=>{
const hash=createHash(`sha256`).update(JSON.stringify(facts));
for(const{path}of files){
if(path===void 0||await isStream(path))return void 0;
const own=createHash(`sha256`);
try{
for await(const piece of createReadStream(path))own.update(piece)}catch{
own.update(`unreadable`)}
hash.update(own.digest())}
return toUuid(hash.digest())};
const isStream=path=>stat(path).then(facts=>!facts.isFile()&&!facts.isDirectory(),()=>false);
const toUuid=digest=>{
const bytes=Uint8Array.from(digest.subarray(0,16));
bytes[6]=(bytes[6]??0)&15|128;
bytes[8]=(bytes[8]??0)&63|128;
const hex=Buffer.from(bytes).toString(`hex`);
return[hex.slice(0,8),hex.slice(8,12),hex.slice(12,16),hex.slice(16,20),hex.slice(20)].join(`-`)};
const LOOKED_AT$1=2*LIMITS.stackBytes;
const FRAME$4=/^\s+at /;
const PLACE=/^\s+at (?:async )?(?:.*? \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/;
const NAME$2=/^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: |:?$)/;
const ANY_NAME=/^([A-Za-z_$][\w$.]*)(?: \[\w+\])?(?:: |:?$)/;
const CHAI=/\b_?Assertion\.propertyGetter \(/;
const FOREIGN$2=/[\\/]node_modules[\\/]|^node:/;
const RUNNER=/[\\/]node_modules[\\/](?:vitest|@vitest|jest|@jest|expect|jest-(?:circus|jasmine2|runner|runtime|worker|util))[\\/]/;
const RESUMED=/\bprocessTicksAndRejections \(node:/;
const NESTED=/\n\n\[(cause|errors)\]: /;
const jestFailure=text=>{
const failure=withNested(plain$1(text));
return failure.message.startsWith(`thrown: `)?unwrapped(failure):failure};
const unwrapped=({message,cause,location,stack})=>{
const trace=cause?.location?cause.stack:stack;
const place=cause?.location??location;
return{message,...trace?{stack:trace}:{},...place?{location:place}:{}}};
const jestFileFailure=message=>{
const[first=``,...rest]=plain$1(message).trim().split(`
`);
const lines=first.startsWith(`●`)?rest:[first,...rest];
const isSource=line=>/^\s*(?:>\s*)?\d+ \|/.test(line)||/^\s*\|\s*\^/.test(line);
const text=lines.filter(line=>!isSource(line)).map(line=>line.replace(/^ {4}/,``)).map(line=>/^\s*at /.test(line)?`    ${line.trim()}`:line).join(`
`).trim();
return jestFailure(text||`The file failed, but the report gives no reason.`)};
const vitestFailure$1=text=>{
const lines=plain$1(text).split(`
`);
const start=lines.findLastIndex(line=>!FRAME$4.test(line))+1;
const failure=partsOf(lines,start===0||start===lines.length?-1:start,ANY_NAME);
return failure.name===`Error`&&CHAI.test(ownFrames(lines.slice(start))[0]??``)?{...failure,name:`AssertionError`}:failure};
const withNested=text=>{
const[first=``,...rest]=text.split(NESTED);
const failure=oneFailure(first);
let aggregate=failure;
let last=failure;
for(let index=0;index+1<rest.length&&index<2*LIMITS.errors;index+=2){
const nested=oneFailure(rest[index+1]??``);
if(rest[index]===`errors`)aggregate.errors=[...aggregate.errors??[],nested];else{
if(last===aggregate)aggregate=nested;
last.cause=nested}
last=nested}
return failure};
const plain$1=text=>withoutControls(text.slice(0,LOOKED_AT$1));
const oneFailure=text=>{
const lines=text.split(`
`);
return partsOf(lines,lines.findIndex(line=>FRAME$4.test(line)),NAME$2)};
const partsOf=(lines,start,named)=>{
const head=(start<0?lines:lines.slice(0,start)).join(`
`).trimEnd();
const frames=start<0?[]:ownFrames(lines.slice(start));
const location=frames.map(framePlaceOf).find(place=>place!==void 0);
const[prefix=``,name]=(start<0?NAME$2:named).exec(head)??[];
return{message:head.slice(prefix.length),...name?{name}:{},...frames.length>0?{stack:[head,...frames].join(`
`)}:{},...location?{location}:{}}};
const ownFrames=lines=>{
const own=lines.filter(line=>FRAME$4.test(line)&&!RUNNER.test(line)&&!RESUMED.test(line));
return own.slice(0,own.findLastIndex(frame=>!frame.endsWith(`(<anonymous>)`))+1)};
const framePlaceOf=frame=>{
const[,file,line,column]=PLACE.exec(frame)??[];
return file&&!FOREIGN$2.test(file)?{file,line:Number(line),column:Number(column)}:void 0};
const LONGEST_STRING=16777216;
const ROOMY=33554432;
const SHORT_STRING=65536;
const LARGEST_VALUE=67108864;
const MOST_BLANKS=16777216;
const LONGEST_PRIMITIVE=1e3;
var TokenReader=class{#longestString;#kind=`none`;#isKept=false;#held=``;#from=0;#brackets=new Uint8Array(256+1);#depth=0;#mostDepth=256;#isInString=false;#isEscaped=false;#stringLength=0;#stringFrom=0;#isDropping=false;line=1;column=1;lines=0;lineStart=0;problem=``;taken=``;isCut=false;constructor(longestString){
this.#longestString=longestString}get isOpen(){
return this.#kind!==`none`}get isOpenPrimitive(){
return this.#kind===`primitive`}begin(text,position,isKept,mostDepth){
const code=text.charCodeAt(position);
const kind=kindOf(code);
if(!kind)return false;
this.#kind=kind;
this.#isKept=isKept;
this.#held=``;
this.#from=position;
this.#depth=0;
this.#mostDepth=mostDepth;
this.#isInString=false;
this.#isEscaped=false;
this.#isDropping=false;
this.isCut=false;
this.taken=``;
return true}goOn(text,position){
if(this.#kind===`primitive`)return this.#primitive(text,position);
return this.#nested(text,position)}keep(text){
if(this.#kind===`none`)return;
if(this.#isKept&&!this.#isDropping)this.#held+=text.slice(this.#from);
if(this.#isInString){
this.#stringLength+=text.length-this.#stringFrom;
this.#stringFrom=0;
const longest=this.#held.length>33554432?SHORT_STRING:this.#longestString;
if(this.#isKept&&!this.#isDropping&&this.#stringLength>longest)this.#drop(longest)}
this.#from=0;
if(this.#held.length>67108864)throw new ReportProblem(`one value is larger than ${LARGEST_VALUE/1024/1024} MiB`,this)}finish(){
this.#kind=`none`;
return this.#held}#over(text,end){
this.#kind=`none`;
this.taken=this.#isKept?this.#held+text.slice(this.#from,end):``;
this.#held=``;
return end}#primitive(text,from){
let position=from;
while(position<text.length&&!isDelimiter(text.charCodeAt(position)))position+=1;
if(this.#held.length+position-this.#from>1e3)this.problem=`it is not valid JSON`;
if(position===text.length)return position;
return this.#over(text,position)}#nested(text,from){
let position=from;
while(position<text.length){
if(this.#isInString){
position=this.#string(text,position);
if(this.#isInString)return position;
if(this.#depth===0)return this.#over(text,position);
continue}
const code=text.charCodeAt(position);
position+=1;
switch(code){case 34:this.#isInString=true;this.#stringLength=0;this.#stringFrom=position;break;case 10:this.lines+=1;this.lineStart=position;break;case 91:case 123:if(this.#depth>=this.#mostDepth)return this.#fail(`it is nested deeper than ${256} levels`,position-1);this.#brackets[this.#depth]=code;this.#depth+=1;break;case 93:case 125:this.#depth-=1;if(this.#brackets[this.#depth]!==code-2)return this.#fail(`it is not valid JSON: brackets do not match`,position-1);if(this.#depth===0)return this.#over(text,position)}}
return position}#string(text,from){
let first=from;
if(this.#isEscaped){
this.#isEscaped=false;
first+=1}
for(let position=first;;){
const quote=text.indexOf(`"`,position);
const end=quote<0?text.length:quote;
const isEscaped=backslashesBefore(text,end,first)%2===1;
if(quote<0){
this.#isEscaped=isEscaped;
return end}
position=quote+1;
if(isEscaped)continue;
this.#isInString=false;
if(this.#isDropping){
this.#isDropping=false;
this.#from=quote}
return position}}#drop(longest){
const most=this.#held.length-this.#stringLength+longest;
const kept=this.#held.slice(0,most);
this.#held=withoutHalfEscape(kept);
this.#isDropping=true;
this.isCut=true}#fail(problem,position){
this.problem=problem;
return position}};
const kindOf=code=>{
if(code===123||code===91)return`container`;
if(code===34)return`string`;
return code===116||code===102||code===110||code===45||code>=48&&code<=57?`primitive`:void 0};
const isDelimiter=code=>code<=32||code===44||code===93||code===125||code===58;
const backslashesBefore=(text,end,first=0)=>{
let position=end;
while(position>first&&text.charCodeAt(position-1)===92)position-=1;
return end-position};
const withoutHalfEscape=text=>{
if(backslashesBefore(text,text.length)%2===1)return text.slice(0,-1);
for(let digits=0;digits<=3;digits+=1){
const start=text.length-1-digits;
if(text[start]===`u`&&backslashesBefore(text,start)%2===1)return text.slice(0,start-1)}
return text};
const EXPECTED$1={value:`a value`,"value or ]":`a value or ]`,key:`a key`,"key or }":`a key or }`,":":`a colon`,", or end":`a comma or the end`,"end of the file":`the end of the file`};
var JsonReader=class{#visitor;#isLines;#token;#path=[];#open=[];#expected=`value`;#blanks=0;#purpose=`skip`;#isEmpty=true;#line=1;#before=0;#lineStart=0;constructor(visitor,{isLines=false,longestString=LONGEST_STRING}={}){
this.#visitor=visitor;
this.#isLines=isLines;
this.#token=new TokenReader(longestString)}push(text){
let position=0;
while(position<text.length){
if(this.#token.isOpen){
position=this.#goOn(text,position);
continue}
const code=text.charCodeAt(position);
if(code===10){
this.#line+=1;
this.#lineStart=this.#before+position+1}
if(code!==10&&code!==32&&code!==13&&code!==9)this.#structure(code,text,position);else this.#blank(position);
if(!this.#token.isOpen)position+=1}
this.#token.keep(text);
this.#before+=text.length}end(){
if(this.#token.isOpenPrimitive)this.#close(this.#token.finish());
if(this.#isEmpty)throw new ReportProblem(`the file is empty`);
const isWhole=this.#expected===`end of the file`||this.#isLines&&this.#open.length===0;
if(this.#token.isOpen||!isWhole)this.#fail(`it ends in the middle: it was cut off, or is still being written`,this.#before)}#blank(position){
this.#blanks+=1;
if(this.#blanks>16777216)this.#fail(`it has more than 16 MiB of consecutive white space`,this.#before+position)}#structure(code,text,position){
this.#isEmpty=false;
this.#blanks=0;
const expected=this.#expected;
if(expected===`, or end`)this.#next(code,text,position);else if(expected===`:`)this.#colon(code,text,position);else if(expected===`value or ]`&&code===CLOSE_ARRAY)this.#leave();else if(expected===`key or }`&&code===CLOSE_OBJECT)this.#leave();else if(expected===`key or }`||expected===`key`)this.#key(code,text,position);else if(expected===`end of the file`&&!this.#isLines)this.#unexpected(text,position);else this.#value(code,text,position)}#colon(code,text,position){
if(code!==COLON)this.#unexpected(text,position);
this.#expected=`value`}#next(code,text,position){
const container=this.#open.at(-1);
const isArray=container?.kind===`array`;
if(container&&code===COMMA)this.#expected=isArray?`value`:`key`;else if(container&&code===(isArray?CLOSE_ARRAY:CLOSE_OBJECT))this.#leave();else this.#unexpected(text,position)}#key(code,text,position){
if(code!==QUOTE)this.#unexpected(text,position);
this.#purpose=`key`;
this.#begin(text,position,true)}#value(code,text,position){
const container=this.#open.at(-1);
if(container?.kind===`array`){
this.#path.push(container.length);
container.length+=1}
const choice=this.#visitor.choose(this.#path);
const isContainer=code===OPEN_OBJECT||code===OPEN_ARRAY;
this.#purpose=choice===`enter`?`take`:choice;
if(choice===`enter`&&isContainer)this.#enter(code,position);else this.#begin(text,position,choice!==`skip`)}#enter(code,position){
const kind=code===OPEN_OBJECT?`object`:`array`;
if(this.#open.length>=256)this.#fail(`it is nested deeper than ${256} levels`,this.#before+position);
this.#callVisitor(()=>this.#visitor.enter?.(this.#path,kind),this.#line);
this.#open.push({kind,keys:new Set,length:0});
this.#expected=kind===`object`?`key or }`:`value or ]`}#leave(){
this.#open.pop();
this.#callVisitor(()=>this.#visitor.leave?.(this.#path),this.#line);
this.#valueOver()}#begin(text,position,isKept){
if(!this.#token.begin(text,position,isKept,256-this.#open.length))this.#unexpected(text,position);
this.#token.line=this.#line;
this.#token.column=this.#before+position-this.#lineStart+1}#goOn(text,from){
const token=this.#token;
const position=token.goOn(text,from);
if(token.lines>0){
this.#line+=token.lines;
this.#lineStart=this.#before+token.lineStart;
token.lines=0}
if(token.problem)this.#fail(token.problem,this.#before+position);
if(token.isOpen)return position;
this.#close(token.taken);
return position}#close(text){
if(this.#purpose===`key`){
this.#named(String(this.#parse(text)));
return}
if(this.#purpose===`take`){
const{line,isCut}=this.#token;
const value=this.#parse(text);
this.#callVisitor(()=>this.#visitor.take(value,this.#path,{line,isCut}),line)}
this.#valueOver()}#parse(text){
try{
return JSON.parse(text)}catch{
return this.#failWithin(text)}}#failWithin(text){
const{line,column}=this.#token;
const place=within=>({line:line+within.line-1,column:within.line===1?column+within.column-1:within.column});
const isContainer=text.startsWith(`{`)||text.startsWith(`[`);
try{
if(isContainer)readAll(text)}catch(error){
if(error instanceof ReportProblem&&error.place)throw new ReportProblem(error.message,place(error.place))}
throw new ReportProblem(`it is not valid JSON`,{line,column})}#named(key){
const container=this.#open.at(-1);
if(container?.keys.has(key))throw new ReportProblem(`the key ${JSON.stringify(key.slice(0,100))} appears twice in one object`,{line:this.#token.line,column:this.#token.column});
container?.keys.add(key);
this.#path.push(key);
this.#expected=`:`}#valueOver(){
if(this.#open.length>0)this.#path.pop();
this.#expected=this.#open.length>0?`, or end`:`end of the file`}#callVisitor(tell,line){
try{
tell()}catch(error){
if(!(error instanceof ReportProblem)||error.place)throw error;
throw new ReportProblem(error.message,{line,column:this.#token.line===line?this.#token.column:1})}}#unexpected(text,position){
const character=JSON.stringify(text.slice(position,position+1));
this.#fail(`it is not valid JSON: ${character} instead of ${EXPECTED$1[this.#expected]}`,this.#before+position)}#fail(reason,offset){
throw new ReportProblem(reason,{line:this.#line,column:Math.max(1,offset-this.#lineStart+1)})}};
const readAll=text=>{
const reader=new JsonReader({choose:()=>`enter`,take:()=>void 0});
reader.push(text);
reader.end()};
const QUOTE=34;
const COMMA=44;
const COLON=58;
const OPEN_ARRAY=91;
const CLOSE_ARRAY=93;
const OPEN_OBJECT=123;
const CLOSE_OBJECT=125;
const NONE$1={has:()=>false,value:()=>void 0};
const known$1=new WeakMap;
const headKeys=head=>{
const before=known$1.get(head);
if(before)return before;
const keys=look$1(head.text);
known$1.set(head,keys);
return keys};
const look$1=text=>{
if(!/^\s*\{/.test(text))return NONE$1;
const keys=new Map;
const note=(path,value)=>{
if(typeof path.at(-1)===`string`)keys.set(path.join(`.`),value)};
const reader=new JsonReader({choose:path=>{
note(path);
return path.length<3?`enter`:`take`},take:(value,path)=>note(path,value)});
try{
reader.push(text)}catch{}
return{has:(...paths)=>paths.every(path=>keys.has(path)),value:path=>keys.get(path)}};
const NO_FIELDS=Object.freeze(Object.create(null));
const LONGEST_MS$1=316224e5;
const EARLIEST$1=Date.UTC(1980,0);
const LATEST$1=Date.UTC(2200,0);
const isFields=value=>typeof value===`object`&&value!==null&&!Array.isArray(value);
const fieldsOf=value=>isFields(value)?value:NO_FIELDS;
const listOf=value=>Array.isArray(value)?value:[];
const textOf$1=value=>typeof value===`string`&&value!==``?value:void 0;
const titleOf=value=>typeof value===`string`?value:typeof value===`number`?String(value):``;
const wholeOf$1=value=>typeof value===`number`&&Number.isSafeInteger(value)&&value>=0?value:void 0;
const durationOf=(value,sink,line)=>{
if(value===void 0||value===null)return 0;
const ms=typeof value===`string`&&value.trim()!==``?Number(value):value;
if(typeof ms!==`number`||Number.isNaN(ms)){
sink.repaired(`time that is not a number`,line);
return 0}
if(ms<0)sink.repaired(`negative time`,line);
if(ms>LONGEST_MS$1)sink.repaired(`time of more than a year left out`,line);
return ms>LONGEST_MS$1?0:Math.max(0,ms)};
const dateOf=(value,sink,line)=>{
if(value===void 0||value===null||value===``||value===0)return void 0;
const ms=typeof value===`string`?Date.parse(value):value;
if(typeof ms===`number`&&ms>=EARLIEST$1&&ms<=LATEST$1)return ms;
if(typeof ms===`number`&&ms>=EARLIEST$1/1e3&&ms<=LATEST$1/1e3){
sink?.repaired(`date in seconds`,line);
return ms*1e3}
sink?.repaired(`invalid date`,line)};
const FAILURE_WITHOUT_MESSAGE=`The report says that the run failed, but names no failed test and no error.`;
const INTERRUPTED=`The run was interrupted before its end.`;
const FAILED_BY_FLAKES=`The run failed although no test failed: its config may count flaky tests as failures.`;
const readJson=async(source,sink,visitor)=>{
const reader=new JsonReader(visitor);
for await(const text of source.text(sink))reader.push(text);
reader.end()};
const readLines=async(text,visitor)=>{
const reader=new JsonReader(visitor,{isLines:true});
for await(const piece of text)reader.push(piece);
reader.end()};
const findMistake=async source=>{
const anything={choose:()=>`enter`,take:()=>void 0};
try{
await readJson(source,{repaired:()=>void 0},anything);
return}catch(error){
if(error instanceof ReportProblem)return error;
throw error}};
const compareTotals=(totals,sink)=>{
for(const[name,says,has]of totals)if(typeof says===`number`&&says!==has)sink.repaired(`wrong total: ${name} says ${says}, has ${has}`)};
const MOST_HELD$1=33554432;
const SHORT=2e3;
const OF_RUN=new Set([`startTime`,`success`,`wasInterrupted`,`numTotalTests`,`numPassedTests`,`numFailedTests`,`numPendingTests`,`numTodoTests`]);
const OF_FILE=new Set([`name`,`status`,`message`,`startTime`,`endTime`]);
const OF_HANDED_FILE=new Set([`testFilePath`,`failureMessage`,`perfStats`,`testExecError`]);
const TESTS=new Set([`assertionResults`,`testResults`]);
const readAssertions=async(source,sink,runner)=>{
const run=new Map;
const counts={total:0,passed:0,failed:0,todo:0};
let hasFailed=false;
let hasFiles=false;
let file;
await readJson(source,sink,{choose:path=>chooseOf$1(path),enter(path,kind){
const wanted=path.length%2===1?`array`:`object`;
if(kind!==wanted)throw new ReportProblem(`${jsonPathOf$1(path)}: expected ${wanted===`array`?`a list`:`an object`}`);
hasFiles||=path.length===1;
if(path.length===2)file={facts:new Map,tests:[],held:0}},take(value,path,{line}){
if(path.length===1){
if(path[0]===`startTime`)tellRun(dateOf(value,sink,line));
run.set(String(path[0]),value)}else if(path.length===3)file?.facts.set(String(path[2]),value);else if(path.length===4&&file)addTest(file,value,line);else throw new ReportProblem(`${jsonPathOf$1(path)}: expected ${path.length===0?`an object`:`a report of a test file`}`)},leave(path){
if(path.length!==2||!file)return;
tellFile(file);
file=void 0}});
if(!hasFiles)throw new ReportProblem(`it has no testResults`);
end();
function tellRun(startedAt){
sink.run({tool:runner.name,...startedAt!==void 0&&{startedAt}})}
function addTest(to,value,line){
if(!isFields(value))throw new ReportProblem(`a test is not an object`);
if(typeof value.status!==`string`)throw new ReportProblem(`a test has no status`);
const attempts=runner.toAttempts(value,sink,line);
to.held+=attempts.reduce((sum,{errors=[]})=>sum+sizeOf(errors),0);
if(to.held>MOST_HELD$1)for(const attempt of attempts)shorten(attempt);
to.tests.push({titles:titlesOf$2(value),attempts});
counts.total+=1;
if(value.status===`passed`)counts.passed+=1;
if(value.status===`failed`)counts.failed+=1;
if(value.status===`todo`)counts.todo+=1}
function tellFile({facts,tests}){
const name=textOf$1(facts.get(`name`))??textOf$1(facts.get(`testFilePath`))??``;
if(name===``)sink.repaired(`test file without a name`);
const startedAt=dateOf(facts.get(`startTime`)??fieldsOf(facts.get(`perfStats`)).start);
if(startedAt!==void 0&&tests.length>0)sink.run({startedAt});
for(const{titles,attempts}of tests)sink.test({file:name,titles},attempts);
const handed=textOf$1(facts.get(`failureMessage`))??textOf$1(fieldsOf(facts.get(`testExecError`)).message);
const isFailed=facts.get(`status`)===`failed`||handed!==void 0||isFields(facts.get(`testExecError`));
const hasFailedTest=tests.some(({attempts})=>isFailure$1(attempts.at(-1)?.status));
hasFailed||=isFailed||hasFailedTest;
if(!isFailed||hasFailedTest)return;
const message=textOf$1(facts.get(`message`))??handed;
const untold=tests.length===0?runner.untoldFile??UNTOLD_FILE:UNTOLD_FILE;
sink.error(message?runner.toFileFailure(message):{message:untold},name)}
function end(){
tellRun(void 0);
compareTotals([[`numTotalTests`,run.get(`numTotalTests`),counts.total],[`numPassedTests`,run.get(`numPassedTests`),counts.passed],[`numFailedTests`,run.get(`numFailedTests`),counts.failed],[`numTodoTests`,run.get(`numTodoTests`),counts.todo]],sink);
if(run.get(`wasInterrupted`)===true)sink.error({message:INTERRUPTED});else if(!hasFailed&&(run.get(`success`)===false||Number(run.get(`numFailedTests`))>0))sink.error({message:UNTOLD_RUN})}};
const UNTOLD_FILE=`The file failed, but the report gives no reason: a hook failed, or an error occurred outside its tests.`;
const UNTOLD_RUN=`The report says that the run failed, but names no failed test or file. The cause is an error outside of them, or obsolete snapshots.`;
const chooseOf$1=path=>{
const[root,,field]=path;
if(path.length===0)return`enter`;
if(path.length===1&&root!==`testResults`)return OF_RUN.has(String(root))?`take`:`skip`;
if(path.length<3)return`enter`;
if(path.length===3)return TESTS.has(String(field))?`enter`:isOfFile(String(field))?`take`:`skip`;
return`take`};
const isOfFile=field=>OF_FILE.has(field)||OF_HANDED_FILE.has(field);
const jsonPathOf$1=path=>path.length===0?`the report`:path.join(`.`);
const titlesOf$2=({ancestorTitles,title})=>{
const above=listOf(ancestorTitles).map(titleOf);
return[...above[0]===``?above.slice(1):above,titleOf(title)]};
const sizeOf=errors=>errors.reduce((sum,{message,stack=``})=>sum+message.length+stack.length,0);
const shorten=attempt=>{
if(!attempt.errors)return;
attempt.errors=attempt.errors.slice(0,LIMITS.errors).map(({message})=>({message:message.slice(0,SHORT)}));
attempt.truncated=[`errors`]};
const isFailure$1=status=>status===`failed`||status===`timedOut`;
const STATUS$6=new Map([[`passed`,`passed`],[`focused`,`passed`],[`failed`,`failed`],[`pending`,`skipped`],[`skipped`,`skipped`],[`todo`,`skipped`],[`disabled`,`skipped`]]);
const TIMEOUT$1=/Exceeded timeout of \d|Timeout - Async callback was not invoked within/;
const MOST_TRIES=100;
const jest$1={name:`jest-json`,detect:head=>headKeys(head).has(`numTotalTests`,`numRuntimeErrorTestSuites`),runner:()=>({name:`jest`}),startedAt:head=>dateOf(headKeys(head).value(`startTime`)),read:(source,sink)=>readAssertions(source,sink,{name:`jest`,toAttempts:toAttempts$3,toFileFailure:jestFileFailure})};
const toAttempts$3=(test,sink,line)=>{
const status=STATUS$6.get(test.status);
if(!status)sink.repaired(`unknown status ${JSON.stringify(test.status)}, counted as failed`,line);
const startedAt=dateOf(test.startAt,sink,line);
const last={status:status??`failed`,durationMs:durationOf(test.duration,sink,line),...startedAt!==void 0&&{startedAt}};
if(last.status===`skipped`)last.skip={kind:test.status===`todo`?`todo`:`skip`};
if(last.status===`failed`)addErrors(last,test);
if(test.failing===true&&last.status===`passed`)last.expectedFailure=true;
return[...toEarlier(test,startedAt),last]};
const addErrors=(attempt,{failureMessages,failureDetails,location})=>{
const details=listOf(failureDetails);
const errors=listOf(failureMessages).flatMap((text,index)=>typeof text===`string`?[withCompared(jestFailure(text),details[index])]:[]);
attempt.errors=errors.length>0?errors:[{message:`Failed without a message.`}];
if(errors.some(({message})=>TIMEOUT$1.test(message)))attempt.status=`timedOut`;
const line=wholeOf$1(fieldsOf(location).line);
const file=errors[0]?.location?.file;
if(line!==void 0&&file)attempt.location={file,line}};
const withCompared=(failure,detail)=>{
const{expected,actual}=fieldsOf(fieldsOf(detail).matcherResult);
if(expected!==void 0)failure.expected=print(expected);
if(actual!==void 0)failure.actual=print(actual);
return failure};
const print=value=>typeof value===`string`?value:JSON.stringify(value);
const toEarlier=({invocations,retryReasons},startedAt)=>{
const reasons=listOf(retryReasons);
const tries=Math.min(wholeOf$1(invocations)??1,MOST_TRIES);
return Array.from({length:Math.max(0,tries-1)},(_,index)=>{
const text=textOf$1(reasons[index]);
return{status:`failed`,durationMs:0,...startedAt!==void 0&&{startedAt},...text?{errors:[jestFailure(text)]}:{}}})};
const STATUS$5=new Map([[`passed`,`passed`],[`failed`,`failed`],[`skipped`,`skipped`],[`pending`,`skipped`],[`todo`,`skipped`],[`disabled`,`skipped`]]);
const TIMEOUT=/^(?:(?:Test|Hook) timed out in \d|The \w+ phase of "\w+" hook timed out after \d)/;
const vitest$1={name:`vitest-json`,detect:head=>{
const keys=headKeys(head);
return keys.has(`numTotalTests`)&&!keys.has(`numRuntimeErrorTestSuites`)},runner:()=>({name:`vitest`}),startedAt:head=>dateOf(headKeys(head).value(`startTime`)),read:(source,sink)=>readAssertions(source,sink,{name:`vitest`,untoldFile:"The file has no result: `bail` ended the run before, or its worker died. The report does not say which.",toAttempts:toAttempts$2,toFileFailure:message=>({message:plain$1(message)})})};
const toAttempts$2=(test,sink,line)=>{
const status=STATUS$5.get(test.status);
if(!status)sink.repaired(`unknown status ${JSON.stringify(test.status)}, counted as failed`,line);
const errors=listOf(test.failureMessages).flatMap(text=>typeof text===`string`?[vitestFailure$1(text)]:[]);
const last={status:status??`failed`,durationMs:durationOf(test.duration,sink,line)};
const tags=listOf(test.tags).filter(tag=>typeof tag===`string`);
if(tags.length>0)last.tags=tags;
if(last.status===`passed`)return[...errors.map(failedTry),last];
const row=wholeOf$1(fieldsOf(test.location).line);
if(last.status===`skipped`)return[{...last,skip:{kind:test.status===`todo`?`todo`:`skip`}}];
last.errors=errors.length>0?errors:[{message:`Failed without a message.`}];
if(errors.some(({message})=>TIMEOUT.test(message)))last.status=`timedOut`;
if(row!==void 0&&errors[0]?.location)last.location={file:errors[0].location.file,line:row};
return[last]};
const failedTry=error=>({status:TIMEOUT.test(error.message)?`timedOut`:`failed`,durationMs:0,errors:[error]});
const STATUS$4=new Map([[`passed`,`passed`],[`failed`,`failed`],[`skipped`,`skipped`],[`pending`,`skipped`],[`other`,`skipped`]]);
const toTest=(place,value,sink,line)=>{
const test=object(place,value);
const last=toAttempt$4(place,test,sink,line);
const tags=listAt(`${place}.tags`,test.tags).slice(0,LIMITS.tags).map(tag=>text(`${place}.tags`,tag));
if(tags.length>0)last.tags=tags;
const earlier=listAt(`${place}.retryAttempts`,test.retryAttempts).map((attempt,index)=>{
const attemptPlace=`${place}.retryAttempts[${index}]`;
return toAttempt$4(attemptPlace,object(attemptPlace,attempt),sink,line)});
const retries=test.flaky===true?Math.max(1,Number(test.retries)||0):test.retries;
const variant=textOf$1(test.browser);
return{name:{file:test.filePath===void 0||test.filePath===null?``:text(`${place}.filePath`,test.filePath),titles:[...suitesOf(`${place}.suite`,test.suite),text(`${place}.name`,test.name)],...variant!==void 0&&{variant}},attempts:withLast(earlier,last,retries),status:test.status}};
const withLast=(earlier,last,retries)=>{
const attempts=typeof retries===`number`&&earlier.length===retries+1?[...earlier.slice(0,-1),last]:[...earlier,last];
if(attempts.length===1&&typeof retries===`number`&&retries>0&&last.status===`passed`)attempts.unshift({status:`failed`,durationMs:0,errors:[{message:`Failed before it was retried; the report does not say how.`}]});
return orderCtrfAttempts(attempts).slice(-LIMITS.attempts)};
const toAttempt$4=(place,fields,sink,line)=>{
const from=readCtrfStatus(fields);
const status=STATUS$4.get(from.status);
if(!status)throw new ReportProblem(`${place}.status: expected one of ${[...STATUS$4.keys()].join(`, `)}, not ${show(from.status)}`);
const startedAt=dateOf(from.start,sink,line);
return{status,durationMs:durationOf(from.duration,sink,line),...startedAt!==void 0&&{startedAt},...detailOf(from)}};
const detailOf=from=>{
const message=textOf$1(from.message);
const stack=textOf$1(from.trace);
const snippet=textOf$1(from.snippet);
const file=textOf$1(from.filePath);
const row=wholeOf$1(from.line);
const stdout=outputOf$1(from.stdout);
const stderr=outputOf$1(from.stderr);
const attachments=attachmentsOf(from.attachments);
const detail={};
if(from.status===`failed`){
detail.errors=[{message:message??`Failed without a message.`,...stack!==void 0&&{stack},...snippet!==void 0&&{snippet}}];
if(file!==void 0&&row!==void 0&&row>0)detail.location={file,line:row}}else if(from.status!==`passed`){
const reason=message??(from.status===`other`?`The report says "other".`:void 0);
detail.skip={kind:from.status===`pending`?`todo`:`skip`,...reason!==void 0&&{reason}}}
if(attachments.length>0)detail.attachments=attachments;
if(stdout)detail.stdout=stdout;
if(stderr)detail.stderr=stderr;
return detail};
const attachmentsOf=value=>listOf(value).flatMap(each=>{
const{name,contentType,path}=isFields(each)?each:{};
if(typeof name!==`string`)return[];
const file=textOf$1(path);
return[{name,contentType:textOf$1(contentType)??`application/octet-stream`,...file!==void 0&&{path:file}}]});
const suitesOf=(place,value)=>{
if(value===void 0||value===null||value===``)return[];
if(typeof value===`string`)return value.split(` > `);
return listAt(place,value).map((title,index)=>text(`${place}[${index}]`,title))};
const outputOf$1=value=>typeof value===`string`?value:listOf(value).filter(line=>typeof line===`string`||typeof line===`number`).join(`
`);
const object=(place,value)=>{
if(!isFields(value))throw new ReportProblem(`${place}: expected an object, not ${show(value)}`);
return value};
const listAt=(place,value)=>{
if(value===void 0||value===null)return[];
if(!Array.isArray(value))throw new ReportProblem(`${place}: expected an array, not ${show(value)}`);
return value};
const text=(place,value)=>{
if(typeof value!==`string`)throw new ReportProblem(`${place}: expected a string, not ${show(value)}`);
return value};
const show=value=>(JSON.stringify(value)??`nothing`).slice(0,60);
const TAKEN=new Set([`tool`,`summary`,`environment`]);
const COUNTED=[`passed`,`failed`,`skipped`,`pending`,`other`];
const ctrf={name:`ctrf`,detect:head=>{
const keys=headKeys(head);
const hasTests=keys.has(`results.tests`)||keys.has(`results.tool`,`results.summary`);
return keys.value(`reportFormat`)===`CTRF`||hasTests},runner:head=>{
const keys=headKeys(head);
return readCtrfTool(keys.value(`results.tool.name`),keys.value(`results.tool.version`))},startedAt:head=>dateOf(headKeys(head).value(`results.summary.start`)),read:read$3};
async function read$3(source,sink){
const counts=new Map;
let tests;
let summary={};
let hasTool=false;
await readJson(source,sink,{choose:path=>{
if(path.length===0)return`enter`;
if(path.length===1)return path[0]===`results`?`enter`:path[0]===`specVersion`?`take`:`skip`;
if(path.length>2)return`take`;
return path[1]===`tests`?`enter`:TAKEN.has(path[1])?`take`:`skip`},enter(path,kind){
const wanted=path.length===2?`array`:`object`;
if(kind!==wanted)throw new ReportProblem(`${jsonPathOf(path)}: expected an ${wanted}`);
if(path.length===2)tests=0},take(value,path,{line}){
if(path[0]===`specVersion`)tellVersion(value,sink);else if(path[1]===`tool`){
hasTool=true;
tellTool(value,sink)}else if(path[1]===`summary`){
summary=fieldsOf(value);
tellTimes$1(summary,sink,line)}else if(path[1]===`environment`){
if(isFields(value))sink.run({reported:readCtrfEnvironment(value)});else if(value!==null)throw new ReportProblem(`results.environment: expected an object`)}else if(path.length<3)throw new ReportProblem(`${jsonPathOf(path)}: expected an ${path.length===2?`array`:`object`}`);else tellTest(value,line)}});
end();
function tellTest(value,line){
const index=tests??0;
tests=index+1;
const{name,attempts,status}=toTest(`results.tests[${index}]`,value,sink,line);
counts.set(status,(counts.get(status)??0)+1);
sink.test(name,attempts)}
function end(){
if(tests===void 0)throw new ReportProblem(`results.tests: expected an array`);
if(!hasTool)throw new ReportProblem(`results.tool: expected an object`);
compareTotals([[`summary.tests`,summary.tests,tests],...COUNTED.map(status=>[`summary.${status}`,summary[status],counts.get(status)??0])],sink);
if(Number(summary.failed)>0&&!counts.has(`failed`))sink.error({message:FAILURE_WITHOUT_MESSAGE})}}
const jsonPathOf=path=>path.join(`.`)||`the report`;
function tellVersion(value,sink){
if(Number.parseInt(String(value),10)>1)sink.warning(`CTRF ${String(value).slice(0,20)} is newer than the supported versions (0 and 1).`)}
function tellTool(value,sink){
if(!isFields(value))throw new ReportProblem(`results.tool: expected an object`);
const tool=readCtrfTool(value.name,value.version);
if(!tool)throw new ReportProblem(`results.tool.name: expected a string`);
sink.run({tool:tool.name,...tool.version!==void 0&&{toolVersion:tool.version}})}
function tellTimes$1({start,stop},sink,line){
const begin=dateOf(start,sink,line);
const end=dateOf(stop,sink,line);
if(begin===void 0)return;
sink.run({startedAt:begin,...end!==void 0&&end>=begin?{durationMs:end-begin}:{}})}
const openBlob=async(source,sink,isZip)=>{
if(!isZip)return{text:()=>source.text(sink),entries:new Map};
const{path}=source;
const entries=await readDirectory(path);
const report=entries.get(`report.jsonl`);
if(!report)throw new ReportProblem(`it is a zip archive without a report.jsonl`);
return{text:()=>decode$1(readEntry(path,report)),entries}};
const readEvents=async(blob,wants,visitor)=>{
let method;
const nodes=[];
await readLines(blob.text(),{choose:path=>{
if(path.length===0)return`enter`;
if(path.length===1){
if(path[0]===`method`)return`take`;
if(path[0]!==`params`)return`skip`;
if(method===void 0)throw new ReportProblem(`an event has no method`);
return method===`onProject`?`enter`:wants(method)?`take`:`skip`}
return wants(`onProject`)?chooseOfProject(path):`skip`},enter(path,kind){
if(kind!==(typeof path.at(-1)===`string`&&LISTS.has(String(path.at(-1)))?`array`:`object`))throw new ReportProblem(`${path.join(`.`)||`an event`}: not in the format of Playwright`);
if(path.length===0)method=void 0;
if(isNode(path))nodes.push({fields:new Map})},take(value,path,{line}){
if(path.length===1&&path[0]===`method`)method=String(value);else if(path.length===1&&method!==void 0)visitor.event(method,value,line);else if(nodes.length>0)nodes.at(-1)?.fields.set(String(path.at(-1)),value);else if(path.length===3)visitor.project(String(path[2]),value);else throw new ReportProblem(`an event is not in the format of Playwright`)},leave(path){
if(!isNode(path))return;
const node=nodes.pop();
if(node)visitor.node(node,nodes)}})};
const LISTS=new Set([`suites`,`entries`,`tests`]);
const PROJECT=new Set([`name`,`metadata`,`repeatEach`]);
const NODE=new Set([`title`,`location`,`testId`,`tags`,`repeatEachIndex`,`annotations`]);
const isNode=path=>typeof path.at(-1)===`number`&&LISTS.has(String(path.at(-2)));
const chooseOfProject=path=>{
const last=path.at(-1);
if(path.length===2)return last===`project`?`enter`:`skip`;
if(typeof last===`number`)return isNode(path)?`enter`:`skip`;
if(LISTS.has(String(last)))return`enter`;
return(path.length===3?PROJECT.has(String(last)):NODE.has(String(last)))?`take`:`skip`};
async function*decode$1(bytes){
const decoder=new StringDecoder(`utf8`);
for await(const piece of bytes)yield decoder.write(Buffer.from(piece.buffer,piece.byteOffset,piece.byteLength));
yield decoder.end()}
const LOOKED_AT=4*LIMITS.messageBytes;
const NAME$1=/^([A-Z]\w*(?:Error|Exception)|Error): /;
const EXPECTED=/^Expected(?: [\w ]+)?: +(.+)$/m;
const RECEIVED=/^Received(?: [\w ]+)?: +(.+)$/m;
const SNIPPET_OR_FRAME=/^(?:\s*(?:>\s*)?\d+ \||\s+at )/;
const printedFailure=lines=>{
const end=lines.findIndex(line=>SNIPPET_OR_FRAME.test(withoutControls(line)));
const frames=lines.filter(line=>/^\s+at /.test(withoutControls(line)));
const text=lines.slice(0,end<0?void 0:end).join(`
`).trimEnd();
return{...named(/^\w+:$/.test(text)?`${text} `:text||`unknown error`),...frames.length>0&&{stack:[text,...frames].join(`
`)}}};
const named=given=>{
const text=withoutControls(given.slice(0,LOOKED_AT));
const[prefix=``,name]=NAME$1.exec(text)??[];
const[,expected]=EXPECTED.exec(text)??[];
const[,actual]=RECEIVED.exec(text)??[];
return{message:text.slice(prefix.length),...name?{name}:{},...expected!==void 0&&actual!==void 0?{expected,actual}:{}}};
const toFailure$2=(value,depth=1)=>{
const error=fieldsOf(value);
const{cause}=error;
const stack=textOf$1(error.stack);
const snippet=textOf$1(error.snippet);
const location=toLocation(error.location);
return{...named(textOf$1(error.message)??textOf$1(error.value)??`unknown error`),...stack!==void 0&&{stack:stack.slice(0,LOOKED_AT)},...snippet!==void 0&&{snippet},...location&&{location},...cause&&depth<LIMITS.depth?{cause:toFailure$2(cause,depth+1)}:{}}};
const toPrintedFailure=value=>{
const{message,location}=fieldsOf(value);
const place=toLocation(location);
const text=(textOf$1(message)??`unknown error`).slice(0,LOOKED_AT);
return{...printedFailure(text.split(`
`)),...place&&{location:place}}};
const toLocation=value=>{
const{file,line,column}=fieldsOf(value);
const row=wholeOf$1(line);
const name=textOf$1(file);
if(name===void 0||row===void 0)return void 0;
const place=wholeOf$1(column);
return{file:name,line:row,...place!==void 0&&{column:place}}};
const toPlaywrightTest=(value,spec,sink,line)=>{
const test=fieldsOf(value);
return{...spec,expectedStatus:textOf$1(test.expectedStatus)??`passed`,annotations:notesOf$1(test.annotations),results:listOf(test.results).filter(isFields).map(result=>toResult(result,sink,line))}};
const notesOf$1=value=>listOf(value).map(note=>{
const{type,description}=fieldsOf(note);
const text=titleOf(description);
return{type:titleOf(type),...text?{description:text}:{}}});
const toResult=(result,sink,line)=>{
const startedAt=dateOf(result.startTime,sink,line);
const[first,...more]=listOf(result.errors);
return{status:textOf$1(result.status)??`interrupted`,durationMs:durationOf(result.duration,sink,line),...startedAt!==void 0&&{startedAt},errors:[...isFields(result.error)?[toFailure$2(result.error)]:first?[toPrintedFailure(first)]:[],...more.map(toPrintedFailure)],annotations:notesOf$1(result.annotations),attachments:listOf(result.attachments).filter(isFields).map(toAttachment$1),stdout:outputOf(result.stdout),stderr:outputOf(result.stderr),steps:toSteps(result.steps)}};
const outputOf=value=>listOf(value).map(entry=>{
const{text,buffer}=fieldsOf(entry);
return typeof buffer===`string`?Buffer.from(buffer,`base64`).toString():titleOf(text)}).join(``);
const toAttachment$1=({name,contentType,path,body})=>{
const file=textOf$1(path);
const bytes=typeof body===`string`?Buffer.from(body,`base64`):void 0;
const isWhole=bytes!==void 0&&bytes.length<=LONGEST_BODY;
return{name:titleOf(name),contentType:textOf$1(contentType)??`application/octet-stream`,...file!==void 0&&{path:file},...isWhole&&{body:bytes,sizeBytes:bytes.length}}};
const LONGEST_BODY=11534336;
const toSteps=(value,depth=1)=>listOf(value).slice(0,LIMITS.steps+1).map(each=>{
const step=fieldsOf(each);
const subtitle=titleOf(step.subtitle);
const steps=depth<=LIMITS.depth?toSteps(step.steps,depth+1):[];
return{title:subtitle?`${titleOf(step.title)} ${subtitle}`:titleOf(step.title),category:`test.step`,durationMs:typeof step.duration===`number`?Math.max(0,step.duration):0,...step.error?{error:toFailure$2(step.error).message}:{},...steps.length>0&&{steps}}});
const OUTPUT=4*LIMITS.outputTailBytes;
var Running=class{#startedAt;#stdout=new Tail;#stderr=new Tail;#attachments=[];#steps=[];#open=new Map;#stepCount=0;constructor(begun,sink,line){
this.#startedAt=dateOf(begun.startTime,sink,line)}output({type,data,isBase64}){
if(typeof data!==`string`)return;
const text=isBase64===true?Buffer.from(data,`base64`).toString():data;
if(type===`stderr`)this.#stderr.add(text);else this.#stdout.add(text)}attach(attachments){
if(this.#attachments.length<=LIMITS.attachments)this.#attachments.push(...attachments)}stepBegin({id,parentStepId,title,subtitle,category}){
this.#stepCount+=1;
if(this.#stepCount>LIMITS.steps+1)return;
const name=titleOf(title);
const target=titleOf(subtitle);
const kind=textOf$1(category);
const step={title:target?`${name} ${target}`:name,durationMs:0,...kind&&{category:kind}};
const parent=this.#open.get(parentStepId);
if(parent){
parent.steps??=[];
parent.steps.push(step)}else this.#steps.push(step);
this.#open.set(id,step)}stepEnd({id,duration,error}){
const step=this.#open.get(id);
if(!step)return;
step.durationMs=typeof duration===`number`&&duration>0?duration:0;
if(isFields(error))step.error=toFailure$2(error).message}end(result,sink,line){
return{...this.#startedAt!==void 0&&{startedAt:this.#startedAt},attachments:this.#attachments,stdout:this.#stdout.text(),stderr:this.#stderr.text(),steps:this.#steps,status:textOf$1(result.status)??`failed`,durationMs:durationOf(result.duration,sink,line),errors:listOf(result.errors).map(error=>toFailure$2(error)),annotations:notesOf$1(result.annotations)}}};
var Tail=class{#pieces=[];#length=0;add(text){
this.#pieces.push(text);
this.#length+=text.length;
if(this.#length>2*OUTPUT){
this.#pieces=[this.text()];
this.#length=OUTPUT}}text(){
return this.#pieces.join(``).slice(-OUTPUT)}};
const STATUS$3=new Map([[`passed`,`passed`],[`failed`,`failed`],[`timedOut`,`timedOut`],[`interrupted`,`interrupted`],[`skipped`,`skipped`]]);
const BUILT_IN$1=new Set([`skip`,`fail`,`serial`]);
const UNEXPECTED=new Map([[`failed`,`Expected to fail, but passed.`],[`skipped`,`Expected to be skipped, but passed.`]]);
const toAttempts$1=(test,repeat,sink)=>test.results.map(result=>{
if(!STATUS$3.has(result.status))sink.repaired(`unknown status ${JSON.stringify(result.status)}, counted as failed`);
return{...toAttempt$3(test,result),...repeat>0&&{repeat}}});
const toNotBegun=(test,repeat,skip)=>({status:`skipped`,durationMs:0,...commonOf(test,void 0,`skipped`),...repeat>0&&{repeat},skip,...test.location&&{location:test.location}});
const outcomeOf$1=({expectedStatus,results})=>{
let skipped=0;
let expected=0;
let unexpected=0;
for(const{status}of results){
if(status===`interrupted`)continue;
if(status===`skipped`)skipped+=expectedStatus===`skipped`?1:0;else if(status===expectedStatus)expected+=1;else unexpected+=1}
if(expected+unexpected===0)return`skipped`;
if(unexpected===0)return`expected`;
return expected+skipped===0?`unexpected`:`flaky`};
const toAttempt$3=(test,result)=>{
const{expectedStatus}=test;
const isExpectedFailure=expectedStatus===`failed`&&result.status===`failed`;
const isUnexpectedPass=expectedStatus!==`passed`&&result.status===`passed`;
const status=isExpectedFailure||skippedAfterFailure(test,result)?`passed`:isUnexpectedPass?`failed`:STATUS$3.get(result.status)??`failed`;
const attempt={status,durationMs:result.durationMs,...result.startedAt!==void 0&&{startedAt:result.startedAt},...commonOf(test,result,status)};
if(status===`passed`&&!isExpectedFailure)return attempt;
const errors=[...result.errors];
if(isUnexpectedPass)errors.push({message:UNEXPECTED.get(expectedStatus)??`Passed unexpectedly.`});
if(errors.length>0)attempt.errors=errors;
if(result.status===`skipped`)attempt.skip=whySkipped(test,result);
if(isExpectedFailure)attempt.expectedFailure=true;
if(result.stdout)attempt.stdout=result.stdout;
if(result.stderr)attempt.stderr=result.stderr;
if(result.steps.length>0&&!isExpectedFailure)attempt.steps=result.steps;
if(test.location)attempt.location=test.location;
return attempt};
const skippedAfterFailure=(test,result)=>result.status===`skipped`&&test.expectedStatus===`skipped`&&test.results.some(({status})=>status===`failed`||status===`timedOut`);
const commonOf=(test,result,status)=>{
const notes=notesOf(test,result).filter(({type})=>!BUILT_IN$1.has(type)||type===`skip`&&status===`passed`);
return{...test.tags.length>0&&{tags:test.tags},...notes.length>0&&{annotations:notes},...result?.attachments.length&&{attachments:result.attachments}}};
const whySkipped=(test,result)=>{
const notes=notesOf(test,result);
const note=notes.find(({type})=>type===`skip`||type===`fixme`);
if(note||test.expectedStatus===`skipped`)return{kind:`skip`,...note?.description?{reason:note.description}:{}};
return{kind:`hook`,...notes.some(({type})=>type===`serial`)?{reason:`an earlier test or hook of its serial group failed`}:{}}};
const notesOf=(test,result)=>result?.annotations.length?result.annotations:test.annotations;
const KNOWN_VERSION=2;
const MOST_TESTS=2*LIMITS.results;
const REPORTED=`reported by each run itself`;
var BlobRun=class{#sink;#source;#blob;#tries;#tests=new Map;#groups=new Map;#running=new Map;#rootDir=``;#separator=`/`;#project={name:``,repeatEach:1};#hasBailed=false;#hasFailed=false;#end;constructor(source,sink,blob,tries){
this.#source=source;
this.#sink=sink;
this.#blob=blob;
this.#tries=tries}project(field,value){
if(field===`name`)this.#project={...this.#project,name:titleOf(value)};
if(field===`repeatEach`)this.#project={...this.#project,repeatEach:wholeOf$1(value)??1}}node({fields},above){
const id=fields.get(`testId`);
if(typeof id!==`string`)return;
if(this.#tests.size>=MOST_TESTS)throw new ReportProblem(`it has more than ${MOST_TESTS} tests`);
const location=this.#locationOf(fields.get(`location`));
const titles=[...above.slice(1).map(node=>titleOf(node.fields.get(`title`))).filter(Boolean),titleOf(fields.get(`title`))];
const group=this.#groupOf({file:location?.file??``,titles,variant:this.#project.name},id);
const test={expectedStatus:`passed`,annotations:notesOf$1(fields.get(`annotations`)),tags:listOf(fields.get(`tags`)).map(titleOf),...location&&{location},results:[],index:wholeOf$1(fields.get(`repeatEachIndex`))??0,left:this.#tries.get(id)??0,group};
group.repeats.push(test);
this.#tests.set(id,test)}event(method,params,line){
const fields=fieldsOf(params);
const running=()=>this.#running.get(titleOf(fields.resultId));
if(method===`onStepBegin`)running()?.stepBegin(fieldsOf(fields.step));else if(method===`onStepEnd`)running()?.stepEnd(fieldsOf(fields.step));else if(method===`onStdIO`)running()?.output(fields);else if(method===`onAttach`)running()?.attach(this.#attachmentsOf(fields.attachments));else if(method===`onTestBegin`)this.#testBegin(fieldsOf(fields.result),line);else if(method===`onTestEnd`)this.#testEnd(fieldsOf(fields.test),fieldsOf(fields.result),line);else if(method===`onError`)this.#error(fields.error);else if(method===`onBlobReportMetadata`)this.#metadata(fields);else if(method===`onConfigure`)this.#configure(fieldsOf(fields.config));else if(method===`onEnd`)this.#end=fieldsOf(fields.result)}end(){
if(!this.#end)throw new ReportProblem(`it has no end event: the run was killed, or the file was cut off`);
const{status,startTime,duration}=this.#end;
const startedAt=dateOf(startTime,this.#sink);
this.#sink.run({tool:`playwright`,...startedAt!==void 0&&{startedAt},durationMs:durationOf(duration,this.#sink)});
const why=whyNotBegun$1(status,this.#hasBailed);
for(const group of this.#groups.values())this.#tell(group,why);
if(status===`interrupted`)this.#sink.error({message:INTERRUPTED});else if(status!==`passed`&&!this.#hasFailed)this.#sink.error({message:FAILED_BY_FLAKES})}#metadata({version,pathSeparator}){
if(typeof version===`number`&&version>KNOWN_VERSION)this.#sink.warning(`Its version ${version} is newer than the supported version (${KNOWN_VERSION}): data may be missing.`);
if(pathSeparator===`\\`)this.#separator=`\\`}#configure({rootDir,version,metadata}){
this.#rootDir=this.#slashed(titleOf(rootDir));
this.#sink.run({tool:`playwright`,...typeof version===`string`&&{toolVersion:version}});
if(fieldsOf(metadata).svc===REPORTED)this.#sink.warning(`The original run already reported these results: the tests will count twice.`)}#testBegin(result,line){
this.#running.set(titleOf(result.id),new Running(result,this.#sink,line))}#testEnd(params,result,line){
const id=titleOf(params.testId);
const test=this.#tests.get(id);
const resultId=titleOf(result.id);
const running=this.#running.get(resultId);
if(!test||!running)throw new ReportProblem(`the test ${JSON.stringify(id.slice(0,100))} ends without a beginning`);
this.#running.delete(resultId);
running.attach(this.#attachmentsOf(result.attachments));
test.expectedStatus=textOf$1(params.expectedStatus)??test.expectedStatus;
const notes=notesOf$1(params.annotations);
if(notes.length>0)test.annotations=notes;
test.results.push(running.end(result,this.#sink,line));
test.left-=1;
if(test.group.repeats.every(({left,results})=>left===0&&results.length>0)){
this.#groups.delete(test.group.key);
this.#tell(test.group)}}#tell({name,repeats},why){
const attempts=repeats.toSorted((one,other)=>one.index-other.index).flatMap(test=>{
if(test.results.length===0&&why)return[toNotBegun(test,test.index,why)];
return toAttempts$1(test,test.index,this.#sink)});
this.#hasFailed||=resultOf(attempts)===`failed`;
this.#sink.test(name,attempts);
for(const test of repeats)test.results=[]}#groupOf(name,id){
const key=this.#keyOf(name,id);
const known=this.#groups.get(key);
if(known)return known;
const group={key,name,repeats:[]};
this.#groups.set(key,group);
return group}#keyOf(name,id){
return this.#project.repeatEach>1?JSON.stringify([name.variant,name.file,name.titles]):id}#error(error){
const failure=toFailure$2(error);
this.#hasFailed=true;
this.#hasBailed||=failure.message.startsWith(`Testing stopped early`);
this.#sink.error(failure,failure.location?.file)}#attachmentsOf(value){
return listOf(value).map(each=>{
const{name,contentType,path,base64}=fieldsOf(each);
const attachment={name:titleOf(name),contentType:textOf$1(contentType)??`application/octet-stream`};
const entry=this.#blob.entries.get(titleOf(path));
if(typeof base64===`string`){
const body=Buffer.from(base64,`base64`);
return{...attachment,body,sizeBytes:body.length}}
if(!entry||entry.sizeBytes>LIMITS.artifactBytes)return attachment;
const file=this.#source.path;
return{...attachment,sizeBytes:entry.sizeBytes,read:()=>readWhole(file,entry)}})}#locationOf(value){
const location=toLocation(value);
if(!location)return void 0;
const file=this.#slashed(location.file);
const isAbsolute=file.startsWith(`/`)||/^[A-Za-z]:\//.test(file);
return{...location,file:isAbsolute||this.#rootDir===``?file:`${this.#rootDir}/${file}`}}#slashed(path){
return this.#separator===`\\`?path.replaceAll(`\\`,`/`):path}};
const whyNotBegun$1=(status,hasBailed)=>{
if(hasBailed)return{kind:`filtered`,reason:`the run reached its maximum number of failures`};
if(status===`interrupted`)return{kind:`interrupted`};
if(status===`timedout`)return{kind:`interrupted`,reason:`the run reached its global timeout`};
return{kind:`hook`,reason:`a project that it depends on failed, or the run ended before it started`}};
const playwrightBlob={name:`playwright-blob`,detect:head=>isBlobZip(head)||/^\s*\{"method":"onBlobReportMetadata"/.test(head.text),runner:()=>({name:`playwright`}),startedAt:startedAt$1,read:read$2};
const outlines=new WeakMap;
async function startedAt$1({bytes},source){
const blob=await openBlob(source,{repaired:()=>void 0},startsAsZip(bytes));
const outline={tries:new Map};
outlines.set(source,outline);
await readOutline(blob,outline).catch(()=>void 0);
return outline.startedAt}
async function read$2(source,sink){
const blob=await openBlob(source,sink,startsAsZip(source.head.bytes));
const run=new BlobRun(source,sink,blob,outlines.get(source)?.tries??new Map);
await readEvents(blob,()=>true,run);
run.end()}
async function readOutline(blob,outline){
await readEvents(blob,method=>method===`onTestBegin`||method===`onEnd`,{...NOTHING,event(method,params){
const{testId,result}=fieldsOf(params);
const begin=dateOf(fieldsOf(result).startTime);
if(begin!==void 0)outline.startedAt=Math.min(begin,outline.startedAt??begin);
if(method!==`onTestBegin`)return;
const id=titleOf(testId);
outline.tries.set(id,(outline.tries.get(id)??0)+1)}})}
const NOTHING={event:()=>void 0,project:()=>void 0,node:()=>void 0};
const isBlobZip=({bytes})=>{
if(!startsAsZip(bytes))return false;
const head=Buffer.from(bytes.buffer,bytes.byteOffset,bytes.byteLength);
const nameBytes=head.length>=30?head.readUInt16LE(26):0;
const name=head.toString(`utf8`,30,30+nameBytes);
return name===`report.jsonl`||name.startsWith(`resources/`)};
const startsAsZip=bytes=>bytes[0]===80&&bytes[1]===75&&bytes[2]===3&&bytes[3]===4;
const whyNotBegun=({errors,isInterrupted})=>{
if(errors.some(message=>message.includes(`Testing stopped early`)))return{kind:`filtered`,reason:`the run reached its maximum number of failures`};
if(errors.some(isGlobalTimeout))return{kind:`interrupted`,reason:`the run reached its global timeout`};
if(isInterrupted)return{kind:`interrupted`};
return{kind:`hook`,reason:`a project that it depends on failed, or the run ended before it started`}};
const isGlobalTimeout=message=>message.includes(`Timed out waiting `)&&/ (?:test suite|test run|to run)/.test(message);
var Specs=class{outcomes={expected:0,unexpected:0,flaky:0,skipped:0};#sink;#rootDir=``;#repeating=new Set;#notBegun=[];#errors=[];#isInterrupted=false;#hasRun=false;saysFailed=false;countsFlakes=false;constructor(sink){
this.#sink=sink}configure(field,value){
if(field===`rootDir`)this.#rootDir=textOf$1(value)??``;
if(field===`version`)this.#sink.run({tool:`playwright`,toolVersion:titleOf(value)});
if(field===`failOnFlakyTests`)this.countsFlakes=value===true;
if(field===`projects`)for(const project of listOf(value)){
const{name,repeatEach}=fieldsOf(project);
if((wholeOf$1(repeatEach)??1)>1)this.#repeating.add(titleOf(name))}}error(failure){
this.#errors.push(failure.message);
this.#sink.error(failure,failure.location?.file)}tell(above,value,line){
if(!isFields(value))throw new ReportProblem(`a spec is not an object`);
const file=this.#path(textOf$1(value.file)??above.at(-1)?.file??above[0]?.file??``);
const titles=[...above.slice(1).map(({title=``})=>title).filter(Boolean),titleOf(value.title)];
const row=wholeOf$1(value.line);
const column=wholeOf$1(value.column);
const spec={tags:listOf(value.tags).map(tag=>`@${titleOf(tag).replace(/^@/,``)}`),...row!==void 0&&{location:{file,line:row,...column!==void 0&&{column}}}};
const tests=listOf(value.tests);
if(tests.length===0)this.#sink.repaired(`spec without tests`,line);
this.saysFailed||=tests.some(test=>fieldsOf(test).status===`unexpected`);
const byProject=new Map;
for(const test of tests){
const project=titleOf(fieldsOf(test).projectName);
const known=byProject.get(project);
if(known)known.push(test);else byProject.set(project,[test])}
for(const[variant,ofProject]of byProject){
const converted=ofProject.map(test=>toPlaywrightTest(test,spec,this.#sink,line));
this.#compareVerdicts(ofProject,converted,line);
const name={file,titles,variant};
if(this.#repeating.has(variant))this.#tellTest(name,converted);else for(const each of converted)this.#tellTest(name,[each])}}#compareVerdicts(tests,converted,line){
for(const[index,test]of converted.entries()){
const said=textOf$1(fieldsOf(tests[index]).status);
const outcome=outcomeOf$1(test);
if(said&&said!==outcome)this.#sink.repaired(`wrong status`,line,`status says ${said.slice(0,20)}, results say ${outcome}`)}}get hasErrors(){
return this.#errors.length>0}get isList(){
return!this.#hasRun&&!this.hasErrors&&this.isCutOff}get isCutOff(){
const isMissing=({expectedStatus,results})=>results.length===0&&expectedStatus!==`skipped`;
return this.#isInterrupted||this.#notBegun.some(({repeats})=>repeats.some(isMissing))}end(){
this.#sink.run({tool:`playwright`});
const why=whyNotBegun({errors:this.#errors,isInterrupted:this.#isInterrupted});
for(const{name,repeats}of this.#notBegun)this.#sink.test(name,repeats.flatMap((test,repeat)=>test.results.length>0?toAttempts$1(test,repeat,this.#sink):[toNotBegun(test,repeat,why)]))}#tellTest(name,repeats){
for(const test of repeats){
this.outcomes[outcomeOf$1(test)]+=1;
this.#isInterrupted||=test.results.some(({status})=>status===`interrupted`);
this.#hasRun||=test.results.length>0}
if(repeats.some(({results})=>results.length===0))this.#notBegun.push({name,repeats});else this.#sink.test(name,repeats.flatMap((test,repeat)=>toAttempts$1(test,repeat,this.#sink)))}#path(file){
const isAbsolute=file.startsWith(`/`)||/^[A-Za-z]:[\\/]/.test(file);
return file===``||isAbsolute||this.#rootDir===``?file:`${this.#rootDir}/${file}`}};
const TAIL_BYTES=16384;
const readTail=async path=>{
const file=await open(path,`r`);
try{
const{size}=await file.stat();
const buffer=Buffer.alloc(Math.min(size,TAIL_BYTES));
const{bytesRead}=await file.read(buffer,0,buffer.length,size-buffer.length);
return buffer.toString(`latin1`,0,bytesRead)}finally{
await file.close()}};
const playwrightJson={name:`playwright-json`,detect:head=>{
const keys=headKeys(head);
return keys.has(`config.rootDir`)||keys.has(`config.projects`)||keys.has(`suites`)&&keys.has(`stats`)},runner:head=>runnerOf$2(headKeys(head).value(`config.version`)),startedAt,read:read$1};
const runnerOf$2=version=>({name:`playwright`,...typeof version===`string`&&version!==``?{version:version.slice(0,50)}:{}});
const STATS=/"stats"\s*:\s*\{[^{}]*?"startTime"\s*:\s*"([^"]{10,40})"/;
async function startedAt(_,source){
const startTime=STATS.exec(await readTail(source.path))?.[1];
if(startTime!==void 0)return dateOf(startTime);
let stats;
await readJson(source,{repaired:()=>void 0},{choose:path=>path.length===0?`enter`:path[0]===`stats`?`take`:`skip`,take:value=>{
stats=value}});
return dateOf(fieldsOf(stats).startTime)}
const MOST_WAITING=2e4;
const SORTED=`the title of a block follows its tests, and the block has too many tests to wait for the title`;
const LIST$1=`it lists tests without results, as Playwright writes with --list, or if a run ends before its first test; send the report of a run that ended`;
async function read$1(source,sink){
const specs=new Specs(sink);
const suites=[];
let waiting=[];
let stats;
let hasSuites=false;
const tellWaiting=()=>{
const isKnown=above=>above.every(({title})=>title!==void 0);
for(const{above,spec,line}of waiting)if(isKnown(above))specs.tell(above,spec,line);
waiting=waiting.filter(({above})=>!isKnown(above))};
await readJson(source,sink,{choose:chooseOf,enter(path,kind){
const wanted=path.length>0&&typeof path.at(-1)===`string`&&path[0]!==`config`?`array`:`object`;
if(kind!==wanted)throw new ReportProblem(`${path.join(`.`)||`the report`}: expected an ${wanted}`);
hasSuites||=path[0]===`suites`;
if(isSuite(path))suites.push(suites.length===0?{title:``}:{})},take(value,path,{line}){
const[root,field]=path;
const suite=suites.at(-1);
if(root===`config`)specs.configure(String(field),value);else if(root===`stats`)stats=isFields(value)?value:void 0;else if(root===`errors`)specs.error(toFailure$2(value));else if(path.at(-2)===`specs`&&suite){
if(suites.every(({title})=>title!==void 0))specs.tell([...suites],value,line);else waiting.push({above:[...suites],spec:value,line});
if(waiting.length>MOST_WAITING)throw new ReportProblem(SORTED)}else if(path.at(-1)===`title`&&suite)suite.title??=titleOf(value);else if(path.at(-1)===`file`&&suite)suite.file=textOf$1(value)??``;else throw new ReportProblem(`${path.join(`.`)||`the report`}: not in the format of Playwright`)},leave(path){
if(!isSuite(path))return;
const suite=suites.pop();
if(suite)suite.title??=``;
if(waiting.length>0)tellWaiting()}});
if(!hasSuites)throw new ReportProblem(`it has no suites`);
if(specs.isList)throw new ReportProblem(LIST$1);
specs.end();
if(stats)tellStats(stats,specs,sink);else sink.repaired(`report without stats`);
if(specs.outcomes.unexpected>0||specs.hasErrors)return;
if(specs.saysFailed||Number(stats?.unexpected)>0)sink.error({message:FAILURE_WITHOUT_MESSAGE});else if(specs.countsFlakes&&specs.outcomes.flaky>0)sink.error({message:FAILED_BY_FLAKES});else if(specs.isCutOff)sink.error({message:INTERRUPTED})}
const tellStats=(stats,specs,sink)=>{
const startedAt=dateOf(stats.startTime,sink);
sink.run({...startedAt!==void 0&&{startedAt},durationMs:durationOf(stats.duration,sink)});
const{outcomes}=specs;
compareTotals([`expected`,`unexpected`,`flaky`,`skipped`].map(name=>[`stats.${name}`,fieldsOf(stats)[name],outcomes[name]]),sink)};
const isSuite=path=>typeof path.at(-1)===`number`&&path.at(-2)===`suites`;
const CONFIG=new Set([`rootDir`,`version`,`projects`,`failOnFlakyTests`]);
const chooseOf=path=>{
const[root]=path;
const last=path.at(-1);
if(path.length===0)return`enter`;
if(root===`stats`)return`take`;
if(root===`errors`)return path.length===1?`enter`:`take`;
if(root===`config`)return path.length===1?`enter`:CONFIG.has(String(last))?`take`:`skip`;
if(root!==`suites`)return`skip`;
if(typeof last===`number`)return path.at(-2)===`specs`?`take`:`enter`;
if(last===`suites`||last===`specs`)return`enter`;
return last===`title`||last===`file`?`take`:`skip`};
const JSON_FORMATS=[ctrf,playwrightJson,playwrightBlob,jest$1,vitest$1];
const LONGEST_MS=316224e5;
const EARLIEST=Date.UTC(1990,0);
const LATEST=Date.UTC(2100,0);
const LONGEST_MOMENT=200;
const unitOf=times=>{
let longest=0;
for(const time of times){
if(!/^\s*\d+\s*$/.test(time))return`s`;
longest=Math.max(longest,Number(time))}
return longest*1e3>LONGEST_MS?`ns`:`s`};
const readSeconds=(text,unit=`s`)=>{
const plain=text?.trim()??``;
if(unit===`ns`&&/^\d+$/.test(plain))return Number(plain)===0?{durationMs:0}:{durationMs:toMs(Number(plain)/1e9),repair:`time in nanoseconds`};
const{durationMs,repair}=readAny(plain);
if(durationMs===void 0||durationMs<=LONGEST_MS)return{...durationMs!==void 0&&{durationMs},...repair&&{repair}};
return{repair:`time of more than a year left out`}};
const readAny=plain=>{
if(plain===``)return{};
const seconds=Number(plain);
if(seconds>=0&&seconds<Number.POSITIVE_INFINITY)return{durationMs:toMs(seconds)};
if(seconds<0)return{durationMs:0,repair:`negative time`};
const parts=/^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/.exec(plain);
if(parts){
const[,hours=`0`,minutes=`0`,rest=`0`]=parts;
const sum=Number(hours)*3600+Number(minutes)*60+Number(rest.replace(`,`,`.`));
return{durationMs:toMs(sum)}}
const united=/^(-?[\d.,\s'’\u00a0\u202f]+)(ms|s|sec|secs|seconds)?$/i.exec(plain);
const number=united?readNumber(united[1]??``):NaN;
if(Number.isNaN(number))return{repair:`time that is not a number`};
if(number<0)return{durationMs:0,repair:`negative time`};
if(united?.[2]?.toLowerCase()===`ms`)return{durationMs:number};
return{durationMs:toMs(number),...!united?.[2]&&{repair:`time with a comma`}}};
const toMs=seconds=>Math.round(seconds*1e6)/1e3;
const readNumber=text=>{
const digits=text.replaceAll(/[\s'’\u00a0\u202f]/g,``);
const[commas,points]=[digits.split(`,`).length-1,digits.split(`.`).length-1];
const plain=commas===1&&(points!==1||digits.indexOf(`,`)>digits.indexOf(`.`))?digits.replaceAll(`.`,``).replace(`,`,`.`):digits.replaceAll(`,`,``);
return plain===``?NaN:Number(plain)};
const readTimestamp=text=>{
const plain=text?.trim()??``;
if(plain===``)return void 0;
const moment=toMoment(plain);
return moment>=EARLIEST&&moment<LATEST?Math.round(moment):void 0};
const toMoment=text=>{
if(/^\d{9,10}(?:\.\d+)?$/.test(text))return Number(text)*1e3;
if(/^\d{12,13}$/.test(text))return Number(text);
const iso=/^(\d{4}-\d\d-\d\d)(?:T\s?|\s)(\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
if(iso){
const[,day,time,fraction=`0`,zone=`Z`]=iso;
return Date.parse(`${day}T${time}.${fraction.slice(0,3).padEnd(3,`0`)}${toZone(zone)}`)||parseShort(day,time,zone)}
if(text.length>LONGEST_MOMENT)return NaN;
const hasZone=/(?:GMT|UTC|Z|[+-]\d\d:?\d\d|\b[A-Z]{3,4})\s*(?:\([^)]*\))?$/.test(text);
return Date.parse(hasZone?text:`${text} UTC`)};
const parseShort=(day,time,zone)=>Date.parse(`${day}T${time}:00${toZone(zone)}`);
const toZone=zone=>/^[+-]\d{4}$/.test(zone)?`${zone.slice(0,3)}:${zone.slice(3)}`:zone.toUpperCase();
const dereference=(text,repaired)=>{
let position=text.indexOf(`&`);
if(position<0)return text;
let plain=``;
let pos=0;
for(;position>=0;position=text.indexOf(`&`,pos)){
if(position>pos)plain+=text.slice(pos,position);
const known=KNOWN$1.find(([reference])=>text.startsWith(reference,position));
if(known){
plain+=known[1];
pos=position+known[0].length;
continue}
REFERENCE.lastIndex=position;
const[whole=`&`,decimal,hexadecimal,name]=REFERENCE.exec(text)??[];
plain+=toText(whole,decimal??hexadecimal,decimal?10:16,name,repaired);
pos=position+whole.length}
return plain+text.slice(pos)};
const KNOWN$1=[[`&lt;`,`<`],[`&gt;`,`>`],[`&quot;`,`"`],[`&amp;`,`&`],[`&apos;`,`'`],[`&#10;`,`
`]];
const REFERENCE=/&(?:#(\d{1,8});|#[xX]([0-9a-fA-F]{1,8});|([A-Za-z][A-Za-z0-9]{0,31});)/y;
const toText=(whole,digits,radix,name,repaired)=>{
if(name!==void 0){
repaired(`unknown entity`);
return whole}
if(digits===void 0){
repaired(`bare &`);
return whole}
const code=Number.parseInt(digits,radix);
if(isAllowed(code))return String.fromCodePoint(code);
repaired(`character that XML does not allow`);
return code<=65535?String.fromCharCode(code):`�`};
const isAllowed=code=>code>=32&&code<=55295||code>=57344&&code<=65533||code===9||code===10||code===13||code>=65536&&code<=1114111;
const countForbidden=text=>{
if(!FORBIDDEN_ONCE.test(text))return 0;
return text.match(FORBIDDEN)?.length??0};
const FORBIDDEN_ONCE=/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const FORBIDDEN=/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const VALUE_LENGTH=1048576;
const MOST_ATTRIBUTES=1e3;
const NONE=new Map;
const readTag=(text,position,value,repaired)=>{
let pos=endOfName(text,position+1);
if(pos<0)return void 0;
const name=localOf(text.slice(position+1,pos));
if(name===``)return{reason:`a < without an element name`,at:position};
let attributes;
for(;;){
const before=pos;
pos=skipSpace(text,pos);
const code=text.charCodeAt(pos);
if(Number.isNaN(code))return void 0;
if(code===GREATER)return{name,attributes:attributes??NONE,isEmpty:false,end:pos+1};
if(code===SLASH){
if(pos+1>=text.length)return void 0;
if(text.charCodeAt(pos+1)!==GREATER)return{reason:`a / within <${name}>`,at:pos};
return{name,attributes:attributes??NONE,isEmpty:true,end:pos+2}}
if(pos===before)repaired(`no space between attributes`);
const endOfKey=endOfName(text,pos);
if(endOfKey<0)return void 0;
const key=text.slice(pos,endOfKey);
if(key===``)return{reason:`an attribute without a name in <${name}>`,at:pos};
const equals=skipSpace(text,endOfKey);
if(equals>=text.length)return void 0;
if(text.charCodeAt(equals)!==EQUALS)return{reason:`the attribute ${key} has no value`,at:pos};
const begin=skipSpace(text,equals+1);
if(begin>=text.length)return void 0;
const quote=text.charAt(begin);
if(quote!==`"`&&quote!==`'`)return{reason:`the value of ${key} has no quotes`,at:begin};
const end=text.indexOf(quote,begin+1);
if(end<0)return void 0;
attributes??=new Map;
const known=attributes.get(key);
const value=textOf(text.slice(begin+1,end));
if(known!==void 0&&known!==value)return{reason:`<${name}> has two values of ${key}`,at:pos};
if(known!==void 0)repaired(`attribute given twice`);else if(attributes.size>=MOST_ATTRIBUTES)repaired(`too many attributes`);else attributes.set(key,value);
pos=end+1}
function textOf(raw){
if(raw.includes(`<`))repaired(`< in an attribute`);
if(raw.length>VALUE_LENGTH)repaired(`attribute cut`);
return value(raw.length>VALUE_LENGTH?raw.slice(0,VALUE_LENGTH):raw)}};
const readEndTag=(text,position)=>{
const end=text.indexOf(`>`,position);
if(end<0)return void 0;
return{name:localOf(text.slice(position+2,end).trimEnd()),end:end+1}};
const GREATER=62;
const SLASH=47;
const EQUALS=61;
const localOf=name=>name.slice(name.indexOf(`:`)+1);
const isSpace=code=>code===32||code===10||code===13||code===9;
const skipSpace=(text,position)=>{
let pos=position;
while(isSpace(text.charCodeAt(pos)))pos+=1;
return pos};
const endOfName=(text,position)=>{
for(let pos=position;pos<text.length;pos+=1){
const code=text.charCodeAt(pos);
if(code<=62&&(isSpace(code)||code===61||code===47||code===62||code===34||code===39||code===60||code===38))return pos}
return-1};
const MOST_DEPTH=256;
const MARKUP_LENGTH=8388608;
const COMMENT_LENGTH=200;
const REFERENCE_LENGTH=40;
const NO_CHARACTER=`character that XML does not allow`;
const parseXml=async(pieces,handler)=>{
const parser=new Parser(handler);
for await(const piece of pieces)parser.write(piece);
parser.end()};
var Parser=class{#handler;#open=[];#text=``;#pos=0;#state=`content`;#comment=``;#hasRoot=false;#line=1;#column=1;#counted={line:1,next:Number.POSITIVE_INFINITY};constructor(handler){
this.#handler=handler}write(piece){
this.#drop();
this.#text=this.#text===``?piece:this.#text+piece;
this.#counted={line:this.#line,next:nextBreak(this.#text,0)};
while(this.#step(false));
if(this.#text.length-this.#pos>MARKUP_LENGTH)this.#fail(`markup of more than ${MARKUP_LENGTH} characters`)}end(){
while(this.#step(true));
const[unclosed]=this.#open.slice(-1);
if(unclosed){
this.#pos=this.#text.length;
this.#fail(`the file ends within <${unclosed.name}> of line ${unclosed.line}; it was cut off`)}
if(this.#pos<this.#text.length)this.#fail(`the file ends within its markup; it was cut off`);
if(!this.#hasRoot)this.#fail(`it contains no XML element`)}#step(isLast){
if(this.#pos>=this.#text.length)return false;
if(this.#state===`cdata`)return this.#until(`]]>`,isLast,true);
if(this.#state===`comment`)return this.#until(`-->`,isLast,false);
if(this.#state===`instruction`)return this.#until(`?>`,isLast,false);
const position=this.#text.indexOf(`<`,this.#pos);
if(position!==this.#pos)return this.#content(position,isLast);
const next=this.#text.charCodeAt(position+1);
if(Number.isNaN(next))return false;
if(next===47)return this.#endTag(position);
if(next===63)return this.#begin(`instruction`,2);
if(next===33)return this.#declaration(position,isLast);
return this.#startTag(position)}#content(position,isLast){
let end=position<0?this.#text.length:position;
if(position<0&&!isLast){
const reference=this.#text.lastIndexOf(`&`);
if(reference>=this.#pos&&end-reference<REFERENCE_LENGTH&&!this.#text.includes(`;`,reference))end=reference;else if(this.#text.endsWith(`\r`))end-=1}
if(end<=this.#pos)return false;
const top=this.#open.at(-1);
if(!top)this.#outside(end);else if(top.wantsText)this.#tell(this.#text.slice(this.#pos,end),true);
this.#pos=end;
return position>=0}#outside(end){
const offset=this.#text.slice(this.#pos,end).search(/\S/);
if(offset<0)return;
this.#pos+=offset;
if(this.#hasRoot)this.#fail(`text after the end of the document`);
this.#fail(`text before the first element: this is not an XML file, or other output precedes the XML`)}#tell(raw,hasReferences){
const forbidden=countForbidden(raw);
for(let count=0;count<forbidden;count+=1)this.#repaired(NO_CHARACTER);
const text=raw.includes(`\r`)?raw.replaceAll(/\r\n?/g,`
`):raw;
this.#handler.text(hasReferences?dereference(text,this.#repaired):text)}#until(mark,isLast,isText){
const position=this.#text.indexOf(mark,this.#pos);
const end=position<0?this.#text.length-(mark.length-1):position;
if(end>this.#pos){
if(isText&&this.#open.at(-1)?.wantsText)this.#tell(this.#text.slice(this.#pos,end),false);
if(this.#state===`comment`&&this.#comment.length<=COMMENT_LENGTH)this.#comment+=this.#text.slice(this.#pos,Math.min(end,this.#pos+COMMENT_LENGTH+1));
this.#pos=end}
if(position>=0){
this.#pos=position+mark.length;
if(this.#state===`comment`&&this.#comment.length<=COMMENT_LENGTH)this.#handler.comment?.(this.#comment);
this.#comment=``;
this.#state=`content`;
return true}
if(isLast)this.#fail(`the file ends before ${mark}; it was cut off`);
return false}#begin(state,length){
this.#state=state;
this.#pos+=length;
return true}#declaration(position,isLast){
const begin=this.#text.slice(position,position+9);
if(begin.startsWith(`<!--`))return this.#begin(`comment`,4);
if(begin===`<![CDATA[`){
if(this.#open.length===0)this.#fail(`text outside the root element`);
return this.#begin(`cdata`,9)}
if(begin.length<9&&!isLast&&/^<!(?:-|\[[CDAT]{0,5}|[DOCTYPE]*)?$/i.test(begin))return false;
if(begin.toUpperCase()!==`<!DOCTYPE`)this.#fail(`markup that is neither an element, a comment nor CDATA`);
const end=this.#text.indexOf(`>`,position);
const subset=this.#text.indexOf(`[`,position);
if(subset>=0&&(end<0||subset<end))this.#fail(`its DOCTYPE contains declarations, which svc rejects: reports need no entities`);
if(end<0)return false;
if(this.#hasRoot)this.#fail(`a DOCTYPE after the first element`);
this.#pos=end+1;
return true}#startTag(position){
const repairs=[];
const note=kind=>void repairs.push(kind);
const tag=readTag(this.#text,position,raw=>this.#value(raw,note),note);
if(!tag)return false;
for(const kind of repairs)this.#repaired(kind);
if(`reason`in tag){
this.#pos=tag.at;
this.#fail(tag.reason)}
if(this.#open.length===0&&this.#hasRoot)this.#fail(`a second document begins with <${tag.name}>; each report needs its own file`);
if(this.#open.length>=MOST_DEPTH)this.#fail(`more than ${MOST_DEPTH} elements are nested`);
this.#hasRoot=true;
const line=this.#lineAt(position);
this.#pos=tag.end;
const wantsText=this.#handler.open(tag.name,tag.attributes,line);
if(tag.isEmpty)this.#handler.close(tag.name);else this.#open.push({name:tag.name,line,wantsText});
return true}#endTag(position){
const tag=readEndTag(this.#text,position);
if(!tag)return false;
const top=this.#open.pop();
if(!top)this.#fail(`</${shown(tag.name)}> without a start tag`);
if(top.name!==tag.name)this.#fail(`</${shown(tag.name)}> before the end of <${top.name}> of line ${top.line}`);
this.#pos=tag.end;
this.#handler.close(tag.name);
return true}#value(raw,note){
const forbidden=countForbidden(raw);
for(let count=0;count<forbidden;count+=1)note(NO_CHARACTER);
const text=BREAK.test(raw)?raw.replaceAll(/\r\n|[\r\n\t]/g,` `):raw;
return dereference(text,note)}#repaired=kind=>this.#handler.repaired(kind,this.#lineAt(this.#pos));#drop(){
const end=this.#pos;
if(end===0)return;
const line=this.#lineAt(end);
const lastBreak=this.#text.lastIndexOf(`
`,end-1);
this.#column=lastBreak<0?this.#column+end:end-lastBreak;
this.#line=line;
this.#text=this.#text.slice(end);
this.#pos=0}#lineAt(position){
const counted=this.#counted;
while(counted.next<position){
counted.line+=1;
counted.next=nextBreak(this.#text,counted.next+1)}
return counted.line}#fail(reason){
const lastBreak=this.#pos===0?-1:this.#text.lastIndexOf(`
`,this.#pos-1);
const place={line:this.#lineAt(this.#pos),column:lastBreak<0?this.#column+this.#pos:this.#pos-lastBreak};
throw new ReportProblem(reason,place)}};
const nextBreak=(text,from)=>{
const position=text.indexOf(`
`,from);
return position<0?Number.POSITIVE_INFINITY:position};
const BREAK=/[\r\n\t]/;
const shown=name=>name.length>60?`${name.slice(0,60)}…`:name;
const ROOT_LENGTH=4096;
const rootOf=text=>{
let position=0;
for(;;){
position+=text.slice(position).search(/\S|$/);
const[,end]=PROLOGUE.find(([begin])=>text.startsWith(begin,position))??[];
const endOfPart=end===void 0?-1:text.indexOf(end,position);
const root=text.slice(position,position+ROOT_LENGTH);
if(end===void 0||endOfPart<0||root.slice(0,endOfPart-position).includes(`[`))return root;
position=endOfPart+end.length}};
const PROLOGUE=[[`<?`,`?>`],[`<!--`,`-->`],[`<!DOCTYPE`,`>`]];
const fileOf=(test,suites)=>{
if(test.file)return test.file;
for(let index=suites.length-1;index>=0;index-=1){
const suite=suites[index];
const file=suite?.attributes.get(`file`)||suite?.attributes.get(`filepath`)||suite?.properties.get(`file`)||suite?.properties.get(`test.fileName`);
if(file)return file}
return``};
const isPath=text=>/^[^\s<>|*?"]+\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(text)&&(/[\\/]/.test(text)||SOURCE.test(text));
const SOURCE=/\.(?:[cm]?[jt]sx?|py|rb|php|robot|feature|bats)$/;
const plainName=(test,suites)=>{
const file=fileOf(test,suites);
const{className,name}=test;
if(className&&isPath(className))return{file:file||className,titles:[name]};
if(className)return{file,titles:[className,name]};
const names=suites.map(suite=>suite.name).filter(each=>each!==``);
const inner=names.at(-1)??``;
if(isPath(inner))return{file:file||inner,titles:[name]};
return{file,titles:[...names,name]}};
const partTitles=(name,separator)=>{
const titles=name.split(separator).filter(title=>title!==``);
return titles.length>0?titles:[name]};
const SHARD=/[\\/]shard_(\d{1,6})_of_(\d{1,6})[\\/]/;
const bazel={name:`bazel`,tool:`bazel`,detect:({text})=>/<testcase name="[^"]{0,1000}" status="run" duration="/.test(text),nameOf:(test,suites,path)=>{
const target=suites.at(-1)?.name??``;
if(target!==test.name)return plainName(test,suites);
const[shard,index,total]=SHARD.exec(path)??[];
return{file:fileOf(test,suites),titles:shard?[target,`shard ${index} of ${total}`]:[target]}}};
const isSkip=reason=>/^(?:SKIP_|Disabled$)/.test(reason);
const ctest={name:`ctest`,tool:`ctest`,detect:({text})=>/<testsuite\s+name="[^"]{0,1000}"\s+tests="\d+"\s+failures="\d+"\s+disabled="\d+"\s+skipped="\d+"\s+hostname="/.test(text)&&/<testcase name="([^"]{0,1000})" classname="\1" time="[^"]{0,40}" status="(?:run|fail|notrun|disabled)"/.test(text),nameOf:(test,suites)=>({file:fileOf(test,suites),titles:[test.name]}),adjust:(attempts,{attributes,outcomes})=>{
const reason=outcomes.find(({kind})=>kind===`skipped`)?.message??``;
if(attributes.get(`status`)!==`notrun`||isSkip(reason))return attempts;
return attempts.map(({skip,...attempt})=>({...attempt,status:`failed`,errors:[{message:`Not run: ${reason||`CTest gives no reason`}`}]}))}};
const dotnet={name:`dotnet`,detect:({text})=>/<testsuite\s[^>]{0,1000}name="[^"]+\.(?:dll|exe)"/i.test(text),nameOf:plainName};
const flank={name:`flank`,marksRetries:`Flank`,countsLastTries:true,detect:({text})=>/\sflakes="\d{1,9}"/.test(text),nameOf:plainName,adjust:(attempts,{attributes})=>{
if(attributes.get(`flaky`)!==`true`||!hasFailed$1(attempts.at(-1)))return attempts;
return[...attempts,{status:`passed`,durationMs:0}]}};
const hasFailed$1=attempt=>attempt?.status===`failed`||attempt?.status===`timedOut`;
const go={name:`go`,tool:`go test`,detect:({text})=>text.includes(`name="go.version"`)||/<testsuite\s[^>]{0,1000}name="[\w.-]{1,200}\.[a-z]{1,20}\//.test(text)&&/<testcase\s[^>]{0,1000}name="(?:Test|Fuzz|Example|Benchmark)/.test(text),nameOf:(test,suites)=>{
const file=fileOf(test,suites);
const above=test.className||suites.at(-1)?.name||``;
const titles=partTitles(test.name,`/`);
return{file,titles:file||!above?titles:[above,...titles]}},equalNames:{areOneTest:true,rootOf:({name})=>name.startsWith(`Example`)?void 0:name.split(`/`,1)[0]},countsOutside:true,isOutside:({name,outcomes})=>outcomes.length>0&&/^(?:\[(?:build|setup) failed\]|Failure|Error)$|^$/.test(name)};
const gradle={name:`gradle`,detect:({text})=>/<testsuite name="[^"]{0,1000}" tests="\d+" skipped="\d+" failures="\d+" errors="\d+" timestamp="[^"]{0,1000}" hostname="[^"]{0,1000}" time="[^"]{0,1000}">\s*<properties\s*\/>/.test(text),nameOf:plainName,mergesEqualNames:true,equalNames:{howToMark:`With reports.junitXml.mergeReruns = true, Gradle marks retries.`}};
const jest={name:`jest`,tool:`jest`,marksRetries:`jest-junit`,detect:({text})=>/<testsuites\s+name="jest tests"/.test(text),nameOf:(test,suites)=>{
const fileOfTest=fileOf(test,suites);
const suite=suites.at(-1)?.name??``;
const file=fileOfTest||[suite,test.className].find(each=>isPath(each))||``;
return{file,titles:titlesOf$1(test,suite,file)}},failureOf:({text,message,type})=>{
if(text.trim()===``||message!==``||type!==``)return void 0;
const thrown=thrownOf(text);
if(thrown)return jestFailure(thrown);
return OUTSIDE$1.test(text)?jestFileFailure(text):jestFailure(text.trim())},repeatsOutside:({className,name,outcomes},before)=>className===before.className&&name===before.name&&outcomes.some(({text})=>/^\s*\{/.test(text))&&before.outcomes.some(({text})=>OUTSIDE$1.test(text)),isOutside:({outcomes,name,className})=>className===`Test suite failed to run`||HOOK.test(name)||outcomes.some(({text,message})=>OUTSIDE$1.test(message)||OUTSIDE$1.test(text.slice(0,500)))||outcomes.length>0&&/ Test suite failed to run$/.test(name)};
const OUTSIDE$1=/^\s*(?:●\s*)?Test suite failed to run/;
const HOOK=/(?:^| )Test execution failure: could be caused by test hooks like 'afterAll'\.$/;
const thrownOf=text=>{
if(!/^\s*\{/.test(text))return void 0;
try{
const{stack,message,_originalMessage}=JSON.parse(text);
return[stack,message,_originalMessage].find(each=>typeof each===`string`&&each!==``)}catch{
return}};
const titlesOf$1=({className,name},suite,file)=>{
if(className===name||className===``||className===file)return suite!==``&&name.startsWith(`${suite} `)&&suite!==file?[suite,name.slice(suite.length+1)]:partTitles(name.replace(/^ (?=\S)/,``),` › `);
return[...partTitles(className,` › `),name]};
const mocha={name:`mocha`,tool:`mocha`,marksRetries:`Mocha`,detect:({text})=>/<testsuites\s+name="Mocha Tests"|<testsuite\s+name="(?:Root Suite|Mocha Tests)"/.test(text),nameOf:(test,suites)=>({file:fileOf(test,suites),titles:titlesOf(test,suites)}),fileGoesOn:true,isOutside:({name,outcomes})=>outcomes.length>0&&/"(?:before|after) all" hook/.test(name)};
const titlesOf=({className,name},suites)=>{
const suite=suites.at(-1)?.name??``;
if(suite===`Mocha Tests`)return className?[className,name]:[name];
if(className===``||className===name)return[...ownBlock(suite),name];
const[whole,title]=name.length>=className.length?[name,className]:[className,name];
if(!whole.endsWith(` ${title}`))return[...className===suite?ownBlock(suite):[className],name];
const above=whole.slice(0,-title.length-1);
if(suite!==above&&above.endsWith(` ${suite}`))return[above.slice(0,-suite.length-1),suite,title];
return[above,title]};
const ownBlock=suite=>suite===``||suite===`Root Suite`?[]:[suite];
const nextest={name:`nextest`,tool:`cargo-nextest`,marksRetries:`cargo-nextest`,detect:({text})=>/<testsuites\s+name="nextest-run"|<testsuites\s[^>]{0,1000}\buuid="[^"]{0,1000}"[^>]{0,1000}>\s*<testsuite\s[^>]{0,1000}disabled=/.test(text),nameOf:(test,suites)=>{
const binary=suites.at(-1)?.name||test.className;
const titles=partTitles(test.name,`::`);
return{file:fileOf(test,suites),titles:binary?[binary,...titles]:titles}}};
const NO_REASON=`true`;
const CLASS$1=/^([A-Za-z_$][\w$.]*)(?: \[\w+\])?(?:: |\n|$)/;
const nodeTest={name:`node-test`,tool:`node:test`,marksRetries:`node:test`,countsInComments:true,detect:({text})=>/<testsuites>\s*<test(?:case name="[^"]{0,1000}" time="[\d.]{1,40}" classname="test"|suite name="[^"]{0,1000}" time="[\d.]{1,40}" disabled="\d{1,9}" errors="\d{1,9}" tests=)/.test(text),nameOf:(test,suites)=>({file:fileOf(test,suites),titles:[...suites.map(({name})=>name),test.name].filter(title=>title!==``)}),failureOf:outcome=>causeOf(outcome),adjust:attempts=>attempts.map(attempt=>{
if(attempt.skip?.reason!==NO_REASON)return attempt;
const{reason,...skip}=attempt.skip;
return{...attempt,skip}})};
function causeOf({message,text}){
const lines=linesOfCause(text);
const name=CLASS$1.exec(lines[0]??``)?.[1];
if(!name)return void 0;
const firstFrame=lines.findIndex(line=>/^\s+at /.test(line));
const head=(firstFrame<0?lines:lines.slice(0,firstFrame)).join(`
`).trimEnd();
const prefix=/^[^\n]*?: /.exec(head)?.[0]??``;
const frames=lines.filter(line=>/^\s+at /.test(line)).map(line=>line.replace(/ \{$/,``));
return{message:head.slice(prefix.length)||message,name,...frames.length>0&&{stack:[head,...frames].join(`
`)}}}
function linesOfCause(text){
const start=/\n( *)cause: /.exec(text);
if(!start)return[];
const indentation=start[1]??``;
const lines=text.slice(start.index+start[0].length).split(`
`);
const end=lines.findIndex((line,index)=>index>0&&/^ *\}/.test(line)&&line.search(/\}/)<=indentation.length);
return lines.slice(0,end<0?void 0:end).map(line=>line.startsWith(indentation)?line.slice(indentation.length):line)}
const phpunit={name:`phpunit`,detect:({text})=>text.includes(` assertions="`)&&/<testcase\s[^>]{0,1000}\sclass="/.test(text),nameOf:(test,suites)=>{
const file=fileOf(test,suites).replace(/::.*$/s,``);
const above=test.attributes.get(`class`)||test.className;
return{file,titles:above?[above,test.name]:[test.name]}},isOutside:test=>warningOf(test)!==``&&!isEmptyClass(test),adjust:(attempts,test)=>isEmptyClass(test)?attempts.map(each=>({...each,status:`skipped`,skip:{kind:`skip`}})):attempts};
const warningOf=({name,outcomes})=>{
const warning=name===`Warning`?outcomes.find(({kind})=>kind===`warning`):void 0;
return warning?.text.trim()||warning?.message.trim()||``};
const isEmptyClass=test=>warningOf(test).includes(`No tests found in class`);
const plain={name:`junit`,detect:()=>true,nameOf:plainName};
const HEADER=/^ {2}\S.*:\d+:\d+ /;
const RETRY=/^Retry #\d+ ─+$/;
const APPENDIX=/^(?:Error Context: |attachment #\d+: )/;
const FRAME$3=/^ {4}at /;
const CAUSE$1=/^\s*\[cause\]: (.*)$/;
const TIMED_OUT$1=/^(?:Test timeout of \d+ms exceeded|"\w+" hook timeout of \d+ms exceeded|Test finished within timeout)/;
const playwrightAttempts=(attempts,test)=>{
const{outcomes}=test;
const failure=outcomes.find(({kind})=>kind===`failure`||kind===`error`);
const tries=failure?triesIn(failure.text):[];
const retries=outcomes.filter(({kind})=>/^(?:flaky|rerun)/.test(kind));
const isOnlyAttempt=attempts.length===1&&tries.length>1;
return Array.from({length:Math.max(attempts.length,tries.length)},(_,index)=>{
const attempt=(isOnlyAttempt?attempts[index-tries.length+1]:attempts[index])??{durationMs:0,status:`failed`};
const errors=tries[index]??[];
if(errors.length===0)return withStack(attempt,retries[failure?index-1:index]);
const status=errors.some(({message})=>TIMED_OUT$1.test(message))?`timedOut`:`failed`;
return{...attempt,status,errors}})};
const withStack=(attempt,retry)=>{
const text=retry?.text.trim()??``;
return text===``||!attempt.errors?attempt:{...attempt,errors:[toFailure$1(text.split(`
`))]}};
const triesIn=text=>{
const[header=``,...lines]=text.replace(/^(?:[ \t]*\n)+/,``).split(`
`);
if(!HEADER.test(header))return[];
const tries=[[]];
for(const line of lines.map(each=>each.replace(/^ {4}/,``)))if(RETRY.test(line))tries.push([]);else tries.at(-1)?.push(line);
return tries.slice(0,LIMITS.attempts).map(each=>{
const end=each.findIndex(line=>APPENDIX.test(line));
return errorsIn(end<0?each:each.slice(0,end))})};
const errorsIn=lines=>{
const errors=[];
let hasEnded=true;
for(const line of lines){
const isFrame=FRAME$3.test(line);
if(line!==``&&hasEnded&&!isFrame&&!CAUSE$1.test(line))errors.push([]);
errors.at(-1)?.push(line);
if(isFrame||CAUSE$1.test(line))hasEnded=true;else if(line!==``)hasEnded=TIMED_OUT$1.test(line)}
return errors.map(toFailure$1)};
const toFailure$1=lines=>{
const index=lines.findIndex(line=>CAUSE$1.test(line));
if(index<0)return printedFailure(lines);
const[,first=``]=CAUSE$1.exec(lines[index]??``)??[];
return{...printedFailure(lines.slice(0,index)),cause:toFailure$1([first,...lines.slice(index+1)])}};
const BUILT_IN=new Set([`skip`,`fixme`,`fail`,`serial`]);
const playwright={name:`playwright`,tool:`playwright`,marksRetries:`Playwright`,detect:({text})=>/<testsuites id="[^"]{0,1000}" name="[^"]{0,1000}" tests="\d+" failures="\d+" skipped="\d+" errors="\d+" time="[\d.e-]+">\s*(?:<testsuite name="[^"]{0,1000}" timestamp="[^"]{0,1000}" hostname="|<\/testsuites)/.test(text),nameOf:(test,suites)=>{
const suite=suites.at(-1);
const variant=suite?.attributes.get(`hostname`)??``;
const prefix=`[${variant}] `;
const name=variant&&test.name.startsWith(prefix)?test.name.slice(prefix.length):test.name;
return{file:suite?.name||test.className,titles:partTitles(name,` › `),...variant&&{variant}}},adjust:(attempts,test)=>{
const{properties}=test;
const noted=type=>properties.find(({name})=>name===type);
return playwrightAttempts(attempts,test).map(attempt=>{
const{annotations=[],...rest}=attempt;
const own=annotations.filter(({type})=>!BUILT_IN.has(type));
const reason=(noted(`skip`)??noted(`fixme`))?.value;
return{...rest,...own.length>0&&{annotations:own},...rest.status===`skipped`&&{skip:{kind:`skip`,...reason&&{reason}}},...rest.status===`passed`&&noted(`fail`)&&{expectedFailure:true}}})}};
const pytest={name:`pytest`,tool:`pytest`,detect:({text})=>/<testsuite\s[^>]{0,1000}name="pytest"|<skipped type="pytest\.|<testsuites name="pytest tests"|<testcase\s[^>]{0,1000}\bfile="[^"]{1,500}\.py"/.test(text),nameOf:(test,suites)=>namePytest(test,suites),howToNameFiles:`The report names no files, so no source is shown and owners are unknown: run pytest with -o junit_family=xunit1, or set junit_family = xunit1 in its config.`,equalNames:{areOneTest:true},isOutside:({outcomes})=>outcomes.some(({message})=>/^collection (?:failure|skipped)$/.test(message)),adjust:(attempts,{outcomes})=>attempts.map(attempt=>{
if(!(attempt.status===`skipped`&&outcomes.some(({type})=>type===`pytest.xfail`)))return attempt;
const{skip,...rest}=attempt;
return{...rest,status:`passed`,expectedFailure:true,...skip?.reason&&{annotations:[...rest.annotations??[],{type:`xfail`,description:skip.reason}]}}})};
const namePytest=(test,suites)=>{
const file=fileOf(test,suites);
const{className,name}=test;
if(!file)return{file,titles:className?[className,name]:[name]};
const module=file.replace(/\.py$/,``).replaceAll(/[\\/]/g,`.`);
return{file,titles:[...(className===module||className.startsWith(`${module}.`)?className.slice(module.length+1):classOf(className,file)).split(`.`).filter(Boolean),name]}};
const classOf=(className,file)=>{
const stem=(file.split(/[\\/]/).at(-1)??``).replace(/\.py$/,``);
const parts=className.split(`.`);
const position=parts.indexOf(stem);
return position<0?className:parts.slice(position+1).join(`.`)};
const rspec={name:`rspec`,tool:`rspec`,marksRetries:`RSpec`,detect:({text})=>/<testsuite\s[^>]{0,1000}name="rspec\d*"/.test(text),nameOf:(test,suites)=>{
const file=fileOf(test,suites);
return{file,titles:file||!test.className?[test.name]:[test.className,test.name]}}};
const surefire={name:`surefire`,marksRetries:`Surefire`,detect:({text,fileName})=>/surefire-test-report[\w.-]{0,20}\.xsd/.test(text)||text.includes(`<stackTrace>`)&&/<(?:flaky|rerun)(?:Failure|Error)[\s>]/.test(text)||fileName.startsWith(`TEST-`)&&/<property name="(?:surefire\.|sun\.java\.command|java\.class\.path)/.test(text),nameOf:plainName,mergesEqualNames:true};
const UNSTABLE=/ \(unstable\)$/;
const SCREENSHOTS=` (screenshots: `;
const testcafe={name:`testcafe`,tool:`testcafe`,marksRetries:`TestCafe`,detect:({text})=>/<testsuite\s+name="TestCafe Tests: /.test(text),nameOf:(test,suites)=>plainName({...test,name:withoutScreenshots(test.name).replace(UNSTABLE,``)},suites),adjust:(attempts,{name})=>{
if(!UNSTABLE.test(withoutScreenshots(name))||attempts.at(-1)?.status!==`passed`)return attempts;
return[{status:`failed`,durationMs:0,errors:[{message:UNTOLD}]},...attempts]}};
const UNTOLD=`Failed in one of its runs; the report does not say how.`;
function withoutScreenshots(name){
const end=name.endsWith(`)`)?name.lastIndexOf(SCREENSHOTS):-1;
return end<0?name:name.slice(0,end)}
const FRAME$2=/^ ❯ (?:(.+) )?(\S+):(\d+):(\d+)$/;
const CAUSE=`Caused by: `;
const THROWN=`Serialized Error: `;
const UNNAMED=`Unknown Error`;
const RULE=/^⎯{3,}$/;
const NAME=/^([A-Za-z_$][\w$.]*): /;
const QUOTED_FRAME=/^\s*'(\s+at .+?)(?:\\n)?'(?: \+|,)?$/;
const FOREIGN$1=/node_modules[\\/]|^node:/;
const vitestFailure=({message,type,text})=>{
const body=text.replace(/^\s+/,``).trimEnd();
if(type===``&&message===``){
const start=body.lastIndexOf(`\n${THROWN}`);
return start<0?void 0:{message:body.slice(start+1+18).trim()}}
const begin=type||UNNAMED;
const printed=body.slice(0,begin.length+2+message.length);
const isPrinted=flat(printed)===flat(`${begin}: ${message}`).slice(0,body.length);
if(!isPrinted&&!body.startsWith(`{`))return void 0;
const whole=isPrinted?printed.slice(begin.length+2).padEnd(message.length):message;
const[own=[],...causes]=sectionsOf(isPrinted?body.slice(printed.length):body);
const head=type?`${type}: ${whole}`:whole;
return{message:whole,...type&&{name:type},...placed(head,own),...causedBy(causes)}};
const flat=text=>text.replaceAll(/[\t\n\r]/g,` `);
const sectionsOf=text=>{
const sections=[[]];
for(const line of text.split(`
`))if(line.startsWith(CAUSE))sections.push([line.slice(11)]);else sections.at(-1)?.push(line);
return sections};
const causedBy=([first,...deeper],depth=1)=>{
if(!first||depth>=LIMITS.depth)return{};
const end=first.findIndex(line=>FRAME$2.test(line)||RULE.test(line));
const head=(end<0?first:first.slice(0,end)).join(`
`).trimEnd();
const[prefix=``,name]=NAME.exec(head)??[];
return{cause:{message:head.slice(prefix.length),...name&&{name},...placed(head,first),...causedBy(deeper,depth+1)}}};
const placed=(head,lines)=>{
const frames=[];
let location;
for(const line of lines){
const[,method,file=``,row,column]=FRAME$2.exec(line)??[];
const quoted=QUOTED_FRAME.exec(line)?.[1];
if(file)frames.push(`    at ${method?`${method} (`:``}${file}:${row}:${column}${method?`)`:``}`);else if(quoted)frames.push(quoted);
if(file&&!FOREIGN$1.test(file))location??={file,line:Number(row),column:Number(column)}}
return{...frames.length>0&&{stack:[head,...frames].join(`
`)},...location&&{location}}};
const UNHANDLED=`vitest unhandled errors`;
const vitest={name:`vitest`,tool:`vitest`,marksRetries:`Vitest`,detect:({text})=>/<testsuites\s+name="vitest tests"/.test(text),nameOf:(test,suites)=>{
const suite=suites.at(-1)?.name??``;
const{className}=test;
const file=fileOf(test,suites)||[suite,className].find(each=>isPath(each))||``;
const above=[className,suite].find(each=>each!==``&&each!==file&&!isPath(each))??``;
const titles=partTitles(test.name,` > `);
return{file,titles:above===``||titles[0]===above?titles:[above,...titles]}},listsUnstarted:true,failureOf:vitestFailure,isOutside:({name,className,outcomes},suites)=>{
const suite=suites.at(-1);
const blocks=suite&&blocksOf(suite);
for(let at=name.lastIndexOf(` > `);at>0;at=name.lastIndexOf(` > `,at-1))blocks?.add(name.slice(0,at));
return className===UNHANDLED||outcomes.length>0&&(name===suite?.name||blocks?.has(name)===true)}};
const blocksOf=suite=>{
const blocks=known.get(suite)??new Set;
known.set(suite,blocks);
return blocks};
const known=new WeakMap;
const webdriverio={name:`webdriverio`,tool:`webdriverio`,detect:({text})=>/<property name="(?:specId|capabilities)"/.test(text)&&text.includes(`name="suiteName"`),nameOf:(test,suites)=>{
const suite=suites.at(-1);
const block=suite?.properties.get(`suiteName`)||suite?.name||``;
const[browser]=/^[A-Za-z]+(?:[ _-]+[A-Za-z]+)*/.exec(suite?.properties.get(`capabilities`)??``)??[];
return{file:fileOf(test,suites),titles:block?[block,test.name]:[test.name],...browser&&{variant:browser.toLowerCase()}}}};
const TRY=/^(?:(First Run)|Retry (\d{1,6})|Repetition (\d{1,6}) of (\d{1,6}))$/;
const xcode={name:`xcode`,detect:({text})=>/<property name=["']repetition["']/.test(text),nameOf:plainName,equalNames:{areTries:elements=>elements.every(isTry)&&endsEarly(elements.at(-1))}};
const isTry=(test,index)=>{
const[,first,retry,repetition]=markOf(test)??[];
return(first?0:retry?Number(retry):Number(repetition)-1)===index};
const endsEarly=last=>{
const[,,,repetition,of]=(last&&markOf(last))??[];
return last?.outcomes.some(({kind})=>kind===`failure`||kind===`error`)===true||repetition===void 0||Number(repetition)<Number(of)};
const markOf=({properties})=>TRY.exec(properties.find(({name})=>name===`repetition`)?.value??``);
const DIALECTS=[playwright,vitest,jest,webdriverio,mocha,pytest,nextest,nodeTest,go,phpunit,rspec,bazel,dotnet,surefire,gradle,flank,xcode,testcafe,ctest,plain];
const dialectOf=head=>DIALECTS.find(each=>each.detect(head))??plain;
const HEAD_LENGTH=98304;
const TAIL_LENGTH=49152;
const MARK=`[[ATTACHMENT|`;
const MARKED=/\[\[ATTACHMENT\|([^\]|\r\n]{1,4096})\]\]/g;
const MOST_ATTACHMENTS=101;
var HeadText=class{#text=``;add(piece){
const room=HEAD_LENGTH-this.#text.length;
if(room>0)this.#text+=piece.length>room?piece.slice(0,room):piece}get text(){
return this.#text}};
var TailText=class{#text=``;#open=``;attachments=[];add(piece){
this.#find(piece);
this.#text=this.#text.length+piece.length>2*TAIL_LENGTH?(this.#text+piece).slice(-49152):this.#text+piece}get text(){
return this.#text}#find(piece){
const text=this.#open+piece;
this.#open=``;
if(text.includes(MARK)){
for(const[,path=``]of text.matchAll(MARKED))if(this.attachments.length<MOST_ATTACHMENTS)this.attachments.push(path.trim())}
const last=text.lastIndexOf(`[[`);
if(last>=0&&text.length-last<4200&&!text.includes(`]]`,last))this.#open=text.slice(last);else if(text.endsWith(`[`))this.#open=`[`}};
const countTest=(suite,{outcomes},attempts)=>{
const{counts}=suite;
const status=attempts.at(-1)?.status;
suite.ownTests+=1;
counts.tests+=1;
counts.runs+=attempts.length;
if(isFailure(status))counts.failed+=1;
counts.failedRuns+=attempts.filter(each=>isFailure(each.status)).length;
counts.failures+=outcomes.filter(({kind})=>kind===`failure`||kind===`error`).length;
counts.errors+=countErrors(outcomes);
if(status===`skipped`||outcomes.some(({kind})=>kind===`skipped`))counts.skipped+=1};
const countOutside=(suite,{outcomes})=>{
const{counts}=suite;
suite.ownTests+=1;
counts.tests+=1;
counts.runs+=1;
counts.failed+=1;
counts.failedRuns+=1;
counts.failures+=outcomes.length;
counts.errors+=countErrors(outcomes)};
const uncount=(suite,elements)=>{
if(!suite)return;
suite.ownTests-=elements;
suite.counts.tests-=elements};
const addCounts=(sum,counts)=>{
for(const field of[`tests`,`runs`,`failed`,`failedRuns`,`failures`,`errors`,`skipped`])sum[field]+=counts[field]};
const countErrors=outcomes=>outcomes.filter(({kind})=>kind===`error`).length;
const isFailure=status=>status===`failed`||status===`timedOut`;
const keyOf=({file,titles,variant})=>JSON.stringify([file,titles,variant]);
const isSecondHalf=(pending,name,{outcomes},attempts)=>{
const[only,...more]=outcomes;
if(!(only?.kind===`error`&&more.length===0&&only.message.startsWith(`failed on teardown with`))||keyOf(pending.name)!==keyOf(name))return false;
const last=pending.attempts.at(-1);
const[second]=attempts;
if(!last||!second)return false;
last.status=second.status;
last.errors=[...last.errors??[],...second.errors??[]];
return true};
const OUTCOMES=new Set([`failure`,`error`,`skipped`,`rerunFailure`,`rerunError`,`flakyFailure`,`flakyError`,`warning`]);
const SKIPS=new Set([`aborted`,`cancelled`,`canceled`]);
const MOST_OUTCOMES=120;
const MOST_PROPERTIES$1=120;
const FILE_WITH_LINE=/^(.{1,1000}\.\w{1,6}):(\d{1,7})(?::\d{1,7})?$/s;
var CaseReader=class{test;#repaired;#unit;#stdout=new TailText;#stderr=new TailText;#open;#property;#sink;constructor(attributes,line,unit,repaired){
this.#repaired=repaired;
this.#unit=unit;
const time=this.#seconds(attributes.get(`time`)??attributes.get(`duration`),line);
const startedAt=readTimestamp(attributes.get(`timestamp`)??attributes.get(`started-at`));
const named=attributes.get(`file`)??attributes.get(`filepath`)??attributes.get(`filename`)??``;
const[,file=named,lineOfFile]=FILE_WITH_LINE.exec(named)??[];
this.test={name:attributes.get(`name`)??``,className:attributes.get(`classname`)??attributes.get(`class`)??``,file,lineOfTest:wholeOf(attributes.get(`line`)??attributes.get(`lineno`)??lineOfFile),attributes,outcomes:[],properties:[],stdout:``,stderr:``,attachments:[],line,...time!==void 0&&{durationMs:time},...startedAt!==void 0&&{startedAt}}}open(name,attributes,line){
const kind=outcomeOf(name);
if(kind)return this.#beginOutcome(kind,attributes,line);
const{stdout,stderr}=this.#open??{stdout:this.#stdout,stderr:this.#stderr};
if(name===`system-out`)this.#sink=stdout;else if(name===`system-err`)this.#sink=stderr;else if(name===`stackTrace`)this.#sink=this.#open?.text;else if(name===`property`)this.#beginProperty(attributes);else if(!this.#open)this.#sink=void 0;
return this.#sink!==void 0}text(piece){
this.#sink?.add(piece)}close(name){
if(name===`property`)this.#endProperty();
if(outcomeOf(name))this.#endOutcome();
this.#sink=this.#open?.text}end(){
const{test}=this;
test.stdout=this.#stdout.text;
test.stderr=this.#stderr.text;
test.attachments=[...this.#stdout.attachments,...this.#stderr.attachments];
return test}#beginOutcome(kind,attributes,line){
const durationMs=this.#seconds(attributes.get(`time`),line);
const startedAt=readTimestamp(attributes.get(`timestamp`));
const outcome={kind,message:attributes.get(`message`)??``,type:attributes.get(`type`)??``,text:``,stdout:``,stderr:``,attachments:[],...durationMs!==void 0&&{durationMs},...startedAt!==void 0&&{startedAt}};
const{outcomes}=this.test;
const isSpare=kind===`warning`&&outcomes.some(each=>each.kind===`warning`);
if(!isSpare&&outcomes.length<MOST_OUTCOMES)outcomes.push(outcome);else if(!isSpare)this.#repaired(`too many failures of one test`,line);
const text=new HeadText;
this.#open={outcome,text,stdout:new TailText,stderr:new TailText};
this.#sink=text;
return true}#endOutcome(){
if(this.#open){
const{outcome,text,stdout,stderr}=this.#open;
outcome.text=text.text;
outcome.stdout=stdout.text;
outcome.stderr=stderr.text;
outcome.attachments=[...stdout.attachments,...stderr.attachments]}
this.#open=void 0}#beginProperty(attributes){
const name=attributes.get(`name`)??``;
const value=attributes.get(`value`);
const text=new HeadText;
if(value!==void 0)text.add(value);
this.#property={name,text};
this.#sink=text}#endProperty(){
if(!this.#property)return;
const{name,text}=this.#property;
const property={name,value:text.text.trim()};
if(name!==``&&this.test.properties.length<MOST_PROPERTIES$1)this.test.properties.push(property);
this.#property=void 0}#seconds(text,line){
const{durationMs,repair}=readSeconds(text,this.#unit);
if(repair)this.#repaired(repair,line,text?.slice(0,40));
return durationMs}};
const outcomeOf=element=>SKIPS.has(element)?`skipped`:OUTCOMES.has(element)?element:void 0;
const wholeOf=text=>{
const number=text?Number(text):0;
return Number.isInteger(number)&&number>0?number:0};
const wrongTotals=({attributes,counts,ownTests,ownSuites})=>{
const wrong=[];
const{tests,runs,failed,failedRuns,failures,skipped}=counts;
const said=saidTests({attributes});
if(ownSuites>0&&said===ownTests+ownSuites)return[];
if(said!==void 0&&![tests,ownTests,runs].includes(said))wrong.push(`tests says ${said}, has ${tests}`);
const saidFailures=numberOf$1(attributes.get(`failures`));
const saidErrors=numberOf$1(attributes.get(`errors`));
if(saidFailures!==void 0||saidErrors!==void 0){
const sum=(saidFailures??0)+(saidErrors??0);
const warned=numberOf$1(attributes.get(`warnings`))??0;
if(![failed,failures,failedRuns].some(each=>sum===each||sum+warned===each||saidFailures===each&&saidErrors===void 0)&&ownTests+tests>0)wrong.push(`failures and errors say ${sum}, has ${failed}`)}
const saidSkipped=attributes.get(`skipped`)??attributes.get(`skips`)??attributes.get(`skip`);
const skips=numberOf$1(saidSkipped);
const disabled=numberOf$1(attributes.get(`disabled`)??attributes.get(`ignored`)??attributes.get(`aborted`))??0;
if(skips!==void 0&&skips!==skipped&&skips+disabled!==skipped&&tests>0)wrong.push(`skipped says ${skips}, has ${skipped}`);
return wrong};
const isUnstarted=(suite,{listsUnstarted})=>listsUnstarted===true&&saidTests(suite)===0&&suite.counts.tests===0&&saidToFail(suite)===0;
const saidTests=({attributes})=>numberOf$1(attributes.get(`tests`)??attributes.get(`total`));
const saidErrors=({attributes})=>numberOf$1(attributes.get(`errors`))??0;
const saidToFail=({attributes})=>(numberOf$1(attributes.get(`failures`))??0)+(numberOf$1(attributes.get(`errors`))??0);
const numberOf$1=text=>text!==void 0&&/^\d{1,9}$/.test(text.trim())?Number(text):void 0;
const MOST_HELD=300;
var Repeats=class{#equalNames;#suites=new Map;constructor(equalNames){
this.#equalNames=equalNames}add(pending){
const seen=this.#suites.get(pending.suite)??{held:new Map,told:new Map,roots:new Set,repeatsPasses:false};
this.#suites.set(pending.suite,seen);
if(!this.#equalNames&&seen.held.size===0&&!hasFailed(pending))return 0;
const key=digestOf$1(pending);
const held=seen.held.get(key);
const earlier=seen.told.get(key)??0;
const place=this.#equalNames?`held`:0;
if(held){
seen.repeatsPasses||=!hasFailed(held.at(-1));
held[this.#equalNames?held.length:1]=pending;
return place}
seen.repeatsPasses||=earlier>0;
if(hasFailed(pending)&&earlier===0&&seen.held.size<MOST_HELD){
seen.held.set(key,[pending]);
return place}
seen.told.set(key,earlier+1);
const root=this.#equalNames?.rootOf?.(pending.test);
if(root!==void 0)seen.roots.add(root);
return earlier}endSuite(suite){
const seen=this.#suites.get(suite);
this.#suites.delete(suite);
if(!seen)return[];
const{areOneTest,areTries}=this.#equalNames??{};
const isCountedOnce=suite!==void 0&&saidTests(suite)===seen.held.size+seen.told.size;
const isRetry=this.#equalNames!==void 0&&!areTries&&!seen.repeatsPasses&&(isCountedOnce||this.#hasOthersOnce(seen));
const other=areOneTest?`repetitions`:`rows`;
return[...seen.held.values()].map(elements=>{
const isMarked=elements.slice(0,-1).every(hasFailed)&&areTries?.(elements.map(({test})=>test));
const meaning=isRetry||isMarked?`retries`:other;
return{elements,meaning,isUnclear:!(meaning===`retries`||seen.repeatsPasses)&&elements.length>1&&!hasFailed(elements.at(-1))}})}#hasOthersOnce({held,roots}){
const failed=[...held.values()].flatMap(([first])=>first?.test??[]);
const names=new Set(failed.map(({name})=>name));
const isBelow=root=>failed.some(test=>test.name!==root&&this.#equalNames?.rootOf?.(test)===root);
return[...roots].some(root=>!names.has(root)||isBelow(root))}end(){
return[...this.#suites.keys()].map(suite=>[suite,this.endSuite(suite)])}};
const digestOf$1=({name})=>hash(`sha256`,keyOf(name),`base64`).slice(0,12);
const hasFailed=pending=>{
const status=pending?.attempts.at(-1)?.status;
return status===`failed`||status===`timedOut`};
const TYPES={".png":`image/png`,".jpg":`image/jpeg`,".jpeg":`image/jpeg`,".gif":`image/gif`,".webp":`image/webp`,".svg":`image/svg+xml`,".webm":`video/webm`,".mp4":`video/mp4`,".zip":`application/zip`,".json":`application/json`,".html":`text/html`,".htm":`text/html`,".xml":`text/xml`,".txt":`text/plain`,".log":`text/plain`,".md":`text/markdown`,".csv":`text/csv`,".pdf":`application/pdf`};
const DATA=/^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*?(;base64)?,/;
const HASH=/-[0-9a-f]{40}(?=\.|$)/;
const toAttachment=(reference,reportPath)=>{
const data=DATA.exec(reference);
if(data){
const[begin,contentType=`text/plain`,isBase64]=data;
const content=reference.slice(begin.length);
const body=isBase64?Buffer$1.from(content,`base64`):Buffer$1.from(percentDecoded(content));
return{name:`attachment`,contentType,sizeBytes:body.byteLength,body}}
const slashed=reference.replaceAll(`\\`,`/`);
const name=basename(slashed.split(/[?#]/)[0]??``).replace(HASH,``)||slashed;
const contentType=TYPES[extname(name).toLowerCase()]??`application/octet-stream`;
if(/^[a-z][a-z0-9+.-]+:\/\//i.test(reference))return{name,contentType,path:reference};
return{name,contentType,path:isAbsolute(reference)?reference:join(dirname(reportPath),slashed)}};
const GENERIC=/^(?:|fail|failed|failure|error|errored|test failed|test failure|assertion ?error|assertion failed|none|null|undefined)[.:!]?$/i;
const FRAME$1=/^(?:at |from |File "|#\d+ |goroutine \d)|^\S+:\d+(?::\d+)?$/;
const NAME_LINE=/^(?:[A-Za-z_\\][\w\\]*::\w+|\w+\([\w\\]+\))(?: with data set .*)?$/;
const NAME_REST=/^[^()]*\)$|^\([^()]*\)$/;
const GO_NOISE=/^(?:=== |--- (?:FAIL|PASS|SKIP|BENCH)|FAIL\b|PASS$|ok\s|exit status )/;
const GO_LOCATED=/^\s*[\w./-]+\.go:\d+: ?/;
const TESTIFY_PART=/^\s*\t(Error Trace|Error|Test|Messages):(.*)/;
const GO_LINES=10;
const messageOf=(outcome,body,test)=>{
const message=outcome.message.trim();
const isGeneric=genericFor(outcome.type.trim(),test);
if(!isGeneric(message))return{message,rest:body};
if(isGo(body)){
const reason=goReason(body);
return reason===void 0?void 0:{message:reason,rest:body}}
return reasonIn(body,isGeneric)};
const genericFor=(type,test)=>{
const{name=``,className=``}=test??{};
const own=new Set([type,type.split(/[.\\:]/).at(-1)??``,name,`${className}.${name}`]);
return line=>GENERIC.test(line)||own.has(line.replace(/:$/,``))||isNameOf(line,name)};
const isNameOf=(line,name)=>name!==``&&line.endsWith(`::${name}`);
const reasonIn=(body,isGeneric)=>{
const lines=body.split(`
`);
const marked=lines.find(line=>/^E {2,}\S/.test(line)&&!isGeneric(line.slice(1).trim()));
if(marked)return{message:marked.slice(1).trim(),rest:body};
if(lines[0]?.startsWith(`Traceback (most recent call last)`)){
const raised=lines.slice(1).find(line=>/^[A-Za-z_]/.test(line)&&!isGeneric(line.trim()));
return raised===void 0?void 0:{message:raised.trim(),rest:body}}
const isName=(line,index)=>isHeading(line,isGeneric)||NAME_REST.test(line)&&/ with data set /.test(lines[index-1]??``);
const i=lines.findIndex((line,index)=>line.trim()!==``&&!isName(line.trim(),index));
const first=lines[i]?.trim()??``;
if(first===``||FRAME$1.test(first))return void 0;
return{message:first,rest:lines.slice(0,i).some(line=>line.trim()!==``)?lines.slice(i+1).join(`
`):body}};
const isHeading=(line,isGeneric)=>isGeneric(line)||NAME_LINE.test(line);
const isGo=text=>/^[ \t]*(?:=== RUN|--- FAIL:|[\w./-]+\.go:\d+:)/m.test(text);
const goReason=text=>{
const lines=text.split(`
`);
const panic=lines.find(line=>/^(?:panic|fatal error): /.test(line));
if(panic)return withoutRecovered(panic).trim();
const located=[];
for(let index=0;index<lines.length;index+=1){
const line=lines[index]??``;
if(!GO_LOCATED.test(line))continue;
const trimmed=line.trim();
located.push(/:\d+:$/.test(trimmed)?[trimmed,testify(lines,index+1)].filter(Boolean).join(` `):trimmed)}
if(located.length>0)return located.slice(-10).join(`
`);
return lines.map(line=>line.trim()).find(line=>line!==``&&!GO_NOISE.test(line))};
const testify=(lines,from)=>{
const said=[];
let part=``;
for(const line of lines.slice(from)){
if(GO_LOCATED.test(line)&&!/^\s*\t/.test(line))break;
if(GO_NOISE.test(line.trim()))break;
const[,label,text=line]=TESTIFY_PART.exec(line)??[];
part=label??part;
if(part===`Error`||part===`Messages`||part===``)said.push(text.trim())}
return said.filter(line=>line!==``).slice(0,GO_LINES).join(`
`)};
const withoutRecovered=panic=>{
const end=panic.indexOf(` [recovered`);
return end>=0&&panic.endsWith(`]`)?panic.slice(0,end):panic};
const FAILED=new Set([`failure`,`error`]);
const RERUN=new Set([`rerunFailure`,`rerunError`]);
const FLAKY=new Set([`flakyFailure`,`flakyError`]);
const NOT_RUN=/^(?:notrun|disabled|skipped|ignored|pending|suppressed|todo|inconclusive)$/i;
const UNTESTED=/^untested$/i;
const SAYS_FAILED=/^(?:failed|failure|fail|error|errored|broken|timed?[_ -]?out|crash(?:ed)?|panicked|interrupted|hook_error|cleanup_error)$/i;
const MAY_FAIL=/^TEST_CASE tagged with !mayfail$/;
const NO_NAME=/^(?:|failure|error|fail|failed|test failure|none|undefined|null)$/i;
const TIMED_OUT=/(?:^|\b)(?:Test|Hook) timed out (?:in|after) \d|^[ \t]*Test timeout of \d+ ?ms exceeded|Exceeded timeout of \d|TestTimedOutException|^Timeout of \d+ms exceeded|^test timeout$|Timeout >\d|^testTimeoutFailure$/m;
const ATTACHMENT=/^(?:attachments?|testrun_attachment)(?:\d+|[:[].*)?$/i;
const TAG=/^(?:tag|tags|label|labels|category|categories)$/i;
const toAttempts=(test,reading)=>{
const failures=test.outcomes.filter(({kind})=>FAILED.has(kind));
const reruns=test.outcomes.filter(({kind})=>RERUN.has(kind));
const flaky=test.outcomes.filter(({kind})=>FLAKY.has(kind));
const last=ownAttempt(test,failures,reading);
const earlier=flaky.map(outcome=>toRetry(outcome,test,reading));
const later=reruns.map(outcome=>toRetry(outcome,test,reading));
if(failures.length===0&&flaky.length===0&&later.length>0)return later;
return[...earlier,last,...later]};
const ownAttempt=(test,failures,{path,dialect,repaired})=>{
const{attributes,durationMs,startedAt,stdout,stderr}=test;
const skipped=test.outcomes.find(({kind})=>kind===`skipped`);
const said=[attributes.get(`status`),attributes.get(`result`)].filter(word=>word!==void 0);
const isUntested=said.some(word=>UNTESTED.test(word));
const isTodo=skipped?.type===`todo`||MAY_FAIL.test(skipped?.message??``);
const status=statusOf();
const attempt={status,durationMs:durationMs??0,...startedAt!==void 0&&{startedAt},...noted(test.properties),...stdout&&{stdout},...stderr&&{stderr}};
if(status===`failed`||status===`timedOut`)attempt.errors=failures.length>0?failures.map(each=>toFailure(each,dialect,test)):[{message:`failed without a message`}];
if(status===`skipped`)attempt.skip={kind:isTodo?`todo`:isUntested&&!skipped?`hook`:`skip`,...reasonOf(skipped)};
if(test.file&&test.lineOfTest>0)attempt.location={file:test.file,line:test.lineOfTest};
const attachments=[...test.attachments,...attachedBy(test.properties)];
if(attachments.length>0)attempt.attachments=attachments.map(reference=>toAttachment(reference,path));
return attempt;
function statusOf(){
if(failures.length>0&&!isTodo){
if(skipped)repaired(`failed and skipped`);
return failures.some(isTimeout)?`timedOut`:`failed`}
if(skipped||isUntested||said.some(word=>NOT_RUN.test(word)))return`skipped`;
if(!said.some(word=>SAYS_FAILED.test(word)))return`passed`;
repaired(`failed without a failure`);
return`failed`}};
const toRetry=(outcome,test,{path,dialect})=>{
const{durationMs=0,startedAt,stdout,stderr,attachments}=outcome;
return{status:isTimeout(outcome)?`timedOut`:`failed`,durationMs,...startedAt!==void 0&&{startedAt},errors:[toFailure(outcome,dialect,test)],...stdout&&{stdout},...stderr&&{stderr},...test.file&&test.lineOfTest>0&&{location:{file:test.file,line:test.lineOfTest}},...attachments.length>0&&{attachments:attachments.map(reference=>toAttachment(reference,path))}}};
const isTimeout=({message,type,text})=>TIMED_OUT.test(message)||TIMED_OUT.test(type)||TIMED_OUT.test(text.slice(0,500));
const toFailure=(outcome,dialect,test)=>dialect.failureOf?.(outcome)??plainFailure(outcome,test);
const plainFailure=(outcome,test)=>{
const{message,type,text}=outcome;
const body=withoutFrame(text);
const first=body.split(`
`,1)[0]?.trim()??``;
const name=NO_NAME.test(type.trim())||/\s/.test(type.trim())?``:type.trim();
const untold=message.trim()||first||type.trim()||`failed without a message`;
const{message:reportedMessage,rest}=messageOf(outcome,body,test)??{message:untold,rest:body};
const plain=name&&reportedMessage.startsWith(`${name}: `)?reportedMessage.slice(name.length+2):reportedMessage;
const stack=withoutFrame(rest);
return{message:plain,...name&&{name},...stack.trim()!==``&&stack.trim()!==reportedMessage&&{stack}}};
const withoutFrame=text=>text.replace(/^(?:[ \t]*\n)+/,``).trimEnd();
const reasonOf=skipped=>{
const reason=skipped&&(skipped.message.trim()||skipped.text.trim());
return reason?{reason}:{}};
const noted=properties=>{
const kept=properties.filter(({name})=>TAG.test(name)).flatMap(({value})=>value.split(/[,;]/)).map(tag=>tag.trim()).filter(tag=>tag!==``);
const annotations=properties.filter(({name})=>!TAG.test(name)&&!ATTACHMENT.test(name)).map(({name,value})=>({type:name,...value&&{description:value}}));
return{...kept.length>0&&{tags:kept},...annotations.length>0&&{annotations}}};
const attachedBy=properties=>properties.filter(({name,value})=>ATTACHMENT.test(name)&&value!==``).map(({value})=>value.trim());
var UnclearNames=class{#title=``;#count=0;add({elements,isUnclear}){
if(!isUnclear)return;
this.#title||=elements[0]?.name.titles.at(-1)??``;
this.#count+=1}text({equalNames,marksRetries}){
if(this.#count===0)return``;
const more=this.#count-1;
const others=more===0?``:`, and so do ${more} other ${more===1?`name`:`names`}`;
const what=`${this.#title} fails and then passes in one suite${others}.`;
if(marksRetries)return`${what} ${more===0?`These are two tests of one name`:`Each is two tests of one name`}, because ${marksRetries} writes a retry into the element of its test: give them different names.`;
const it=more===0?`It counts`:`They count`;
const hint=equalNames?equalNames.howToMark:SEND_BOTH;
return`${what} ${it} as failed, because the report does not say whether the second is a retry.${hint?` ${hint}`:``}`}};
const SEND_BOTH=`If it is, write a report for each run, send both and use --reruns.`;
function untoldFailure(suite,dialect){
const{countsOutside,countsInComments,mergesEqualNames,countsLastTries}=dialect;
const{tests,runs,failed,failures,failedRuns,errors}=suite.counts;
const named=suite.name?`The suite ${suite.name}`:`The report`;
if(suite.name===ABORTED_SUITE&&tests===0)return`ScalaTest aborted a suite before its first test. Only the output of the tool contains the reason.`;
if(failures===0&&failedRuns===0&&saidToFail(suite)>0){
const held=tests===0?`it contains no tests`:`none of its tests did`;
return`${named} says that ${saidToFail(suite)} failed, but ${held}.`}
const commented=(suite.commented.get(`fail`)??0)+(suite.commented.get(`cancelled`)??0);
if(countsInComments&&failed===0&&commented>0)return`${named} counts ${count(commented,`failed test`,`failed tests`)}, but has none: a test or a block failed that contains others, for example in a hook. Only the output of the tool contains the error.`;
if(countsLastTries&&saidToFail(suite)>failed)return`${named} says that ${saidToFail(suite)} failed, but has ${count(failed,`failed test`,`failed tests`)}: one that it marks as flaky may have failed.`;
const outside=saidErrors(suite)-errors;
if(countsOutside&&outside>0)return`${named} says that there were ${count(outside,`error`,`errors`)} outside tests, such as a package that does not build. Only the output of the tool contains them.`;
const said=saidTests(suite)??0;
const retries=runs-tests;
const mayMerge=mergesEqualNames&&suite.ownSuites===0&&retries>0;
if(mayMerge&&said<runs&&failedRuns>failures&&saidToFail(suite)>failed)return`${named} says that ${saidToFail(suite)} failed in its last run, but has ${count(failed,`failed test`,`failed tests`)}: tests of one name, such as repetitions or dynamic tests, were merged, and one that it marks as flaky failed in the end.`;
if(mayMerge&&said>runs)return`${named} says that ${said} tests ran, but has ${count(tests,`name`,`names`)} and ${count(retries,`retry`,`retries`)}: it merged tests with equal names, and one that it marks as flaky may have failed. Give rows of different methods different names.`}
const ABORTED_SUITE=`DeferredAbortedSuite`;
const count=(n,one,more)=>`${n} ${n===1?one:more}`;
const ROOTS=new Set([`testsuites`,`testsuite`,`testcase`,`testrun`]);
const MOST_PROPERTIES=200;
const PROPERTY_LENGTH=4096;
var JUnitReader=class{#sink;#dialect;#path;#unit;#suites=[];#foreign=[];#case;#suiteFailure;#output;#property;#pending;#repeats;#unclearNames=new UnclearNames;#outside;#suiteCount=0;#isWithoutFile=false;#hasRoot=false;#unstarted=0;#file=``;constructor(sink,{dialect,path,unit}){
this.#sink=sink;
this.#dialect=dialect;
this.#path=path;
this.#unit=unit;
this.#repeats=new Repeats(dialect.equalNames)}repaired(kind,line,detail){
this.#sink.repaired(kind,line,detail)}open(name,attributes,line){
if(!this.#hasRoot)this.#beginRoot(name,line);
if(this.#foreign.length>0)return this.#pass(name);
const within=this.#case??this.#suiteFailure;
if(within)return within.open(name,attributes,line);
if(name===`testcase`)return this.#beginCase(attributes,line);
if(name===`testsuite`||name===`testsuites`||name===`testrun`)return this.#beginSuite(name,attributes,line);
if(name===`properties`)return false;
if(name===`property`)return this.#beginProperty(attributes);
if(name===`system-out`||name===`system-err`){
this.#output={kind:name===`system-out`?`stdout`:`stderr`,text:new TailText};
return true}
if(name===`failure`||name===`error`){
this.#suiteFailure=new CaseReader(new Map,line,this.#unit,this.#repair);
return this.#suiteFailure.open(name,attributes,line)}
return this.#pass(name)}text(piece){
if(this.#foreign.length>0)return;
const within=this.#case??this.#suiteFailure;
if(within)within.text(piece);else if(this.#property)this.#property.text.add(piece);else this.#output?.text.add(piece)}close(name){
if(this.#foreign.length>0){
this.#foreign.pop();
return}
if(this.#case){
if(name===`testcase`)this.#endCase(this.#case.end());else this.#case.close(name)}else if(this.#suiteFailure){
this.#suiteFailure.close(name);
if(name===`failure`||name===`error`)this.#endSuiteFailure(this.#suiteFailure.end())}else if(name===`property`)this.#endProperty();else if(this.#output&&(name===`system-out`||name===`system-err`))this.#endOutput(this.#output);else if(name===`testsuite`||name===`testsuites`||name===`testrun`)this.#endSuite()}comment(text){
const[,word,number]=/^ ([a-z]+) (\d{1,9}) $/.exec(text)??[];
if(word)this.#suites.at(-1)?.commented.set(word,Number(number))}end(){
this.#flush();
for(const[suite,held]of this.#repeats.end())this.#tellHeld(held,suite);
const said=this.#unclearNames.text(this.#dialect);
if(said)this.#sink.warning(said);
if(this.#isWithoutFile&&this.#dialect.howToNameFiles)this.#sink.warning(this.#dialect.howToNameFiles)}#repair=(kind,line,detail)=>this.#sink.repaired(kind,line,detail);#beginRoot(name,line){
this.#hasRoot=true;
if(!ROOTS.has(name))throw new ReportProblem(`its root element <${name}> is not JUnit XML`,{line,column:1})}#pass(name){
this.#foreign.push(name);
return false}#beginSuite(element,attributes,line){
this.#flush();
const startedAt=readTimestamp(attributes.get(`timestamp`));
const time=readSeconds(attributes.get(`time`),this.#unit);
if(this.#suites.length===0)this.#sink.run({...startedAt!==void 0&&{startedAt},...time.durationMs!==void 0&&{durationMs:time.durationMs}});else if(startedAt!==void 0)this.#sink.run({startedAt});
if(time.repair)this.repaired(time.repair,line,attributes.get(`time`)?.slice(0,40));
if(attributes.has(`timestamp`)&&startedAt===void 0&&attributes.get(`timestamp`)!==``)this.repaired(`unreadable timestamp`,line,attributes.get(`timestamp`)?.slice(0,40));
this.#suiteCount+=1;
const above=this.#suites.at(-1);
if(above)above.ownSuites+=1;
this.#suites.push({name:element===`testsuite`?attributes.get(`name`)??``:``,attributes,properties:this.#inherited(attributes),line,number:this.#suiteCount,counts:{tests:0,runs:0,failed:0,failedRuns:0,failures:0,errors:0,skipped:0},ownTests:0,ownSuites:0,commented:new Map,...startedAt!==void 0&&{startedAt}});
return false}#inherited(attributes){
if(!this.#dialect.fileGoesOn)return new Map;
this.#file=attributes.get(`file`)||this.#file;
return new Map([[`file`,this.#file]])}#endSuite(){
const suite=this.#suites.at(-1);
if(!suite)return;
this.#flush();
this.#tellHeld(this.#repeats.endSuite(suite),suite);
this.#suites.pop();
const above=this.#suites.at(-1);
if(above)addCounts(above.counts,suite.counts);
for(const detail of wrongTotals(suite))this.repaired(`wrong total`,suite.line,detail);
if(above)this.#unstarted+=isUnstarted(suite,this.#dialect)?1:0;else if(suite.counts.failed>0)this.#sink.unfinished(this.#unstarted);
const untold=untoldFailure(suite,this.#dialect);
if(untold===void 0)return;
suite.counts.failures+=1;
if(above)above.counts.failures+=1;
this.#sink.error({message:untold},suite.attributes.get(`file`))}#beginCase(attributes,line){
this.#case=new CaseReader(attributes,line,this.#unit,this.#repair);
return false}#endCase(test){
this.#case=void 0;
const suite=this.#suites.at(-1);
this.#map(test);
if(this.#dialect.isOutside?.(test,this.#suites)){
const before=this.#outside;
this.#outside=test;
if(!before||!this.#dialect.repeatsOutside?.(test,before))this.#endOutside(test,suite);
return}
this.#outside=void 0;
const attempts=toAttempts(test,{path:this.#path,dialect:this.#dialect,repaired:kind=>this.repaired(kind,test.line)});
const adjusted=this.#dialect.adjust?.(attempts,test)??attempts;
if(suite)countTest(suite,test,adjusted);
const name=this.#nameOf(test);
if(name.file===``)this.#isWithoutFile=true;
if(test.name===``)this.repaired(`test without a name`,test.line);
if(this.#pending&&isSecondHalf(this.#pending,name,test,adjusted))return;
this.#flush();
this.#pending={test,name,attempts:adjusted,suite}}#map(test){
if(fileOf(test,this.#suites))return;
const mapped=this.#sink.mapped(test.className||this.#suites.at(-1)?.name||``);
if(mapped!==void 0)Object.assign(test,{file:mapped,isMapped:true})}#nameOf(test){
const name=this.#dialect.nameOf(test,this.#suites,this.#path);
return test.isMapped&&name.file===test.file?{...name,isMapped:true}:name}#endOutside(test,suite){
if(suite)countOutside(suite,test);
const{file}=this.#nameOf(test);
for(const outcome of test.outcomes)this.#sink.error(toFailure(outcome,this.#dialect,test),file||void 0)}#endSuiteFailure(read){
this.#suiteFailure=void 0;
const suite=this.#suites.at(-1);
if(suite)suite.counts.failures+=1;
for(const outcome of read.outcomes){
const failure=toFailure(outcome,this.#dialect);
const named=suite?.name?{...failure,message:`${suite.name}: ${failure.message}`}:failure;
this.#sink.error(named,suite?.attributes.get(`file`))}}#beginProperty(attributes){
const text=new HeadText;
const value=attributes.get(`value`);
if(value!==void 0)text.add(value);
this.#property={name:attributes.get(`name`)??``,text};
return true}#endProperty(){
const properties=this.#suites.at(-1)?.properties;
if(this.#property&&properties&&properties.size<MOST_PROPERTIES){
const{name,text}=this.#property;
properties.set(name,text.text.slice(0,PROPERTY_LENGTH).trim())}
this.#property=void 0}#endOutput({kind,text}){
this.#output=void 0;
const suite=this.#suites.at(-1);
const attempt=this.#pending?.attempts.at(-1);
if(text.text.trim()===``)return;
if(attempt&&this.#pending?.suite===suite&&suite?.ownTests===1)attempt[kind]??=text.text;else if(suite)this.repaired(`output of a suite left out`,suite.line)}#flush(){
const pending=this.#pending;
if(!pending)return;
this.#pending=void 0;
const earlier=this.#repeats.add(pending);
if(earlier!==`held`)this.#tell(pending,earlier)}#tellHeld(held,suite){
for(const name of held){
const{elements,meaning}=name;
this.#unclearNames.add(name);
if(!this.#dialect.equalNames)continue;
const[first]=elements;
if(meaning!==`retries`||!first)for(const[index,each]of elements.entries())this.#tell(each,index);else{
const attempts=elements.flatMap(each=>each.attempts);
this.#sink.test(first.name,attempts);
uncount(suite,elements.length-1)}}}#tell({name,attempts,suite},earlier){
if(!(earlier>0&&this.#dialect.equalNames?.areOneTest===true))this.#sink.test(name,attempts);else if(this.#sink.test(name,attempts,earlier))uncount(suite,1)}};
const ROOT$3=/^<(?:!DOCTYPE|(?:[\w.-]+:)?(?:testsuites?|testcase|testrun))[\s>/]/;
const junit={name:`junit`,detect:({text})=>ROOT$3.test(rootOf(text))&&!isOfCheck(text),startedAt:({text})=>{
const moments=[...text.matchAll(/<testsuites?\s[^>]{0,4000}?\btimestamp=["']([^"']{1,60})["']/g)].map(([,moment])=>readTimestamp(moment)).filter(moment=>moment!==void 0);
return moments.length>0?Math.min(...moments):void 0},runner:head=>({name:runnerOf$1(dialectOf(head))}),async read(source,sink){
const dialect=dialectOf(source.head);
sink.run({dialect:dialect.name,tool:runnerOf$1(dialect)});
const reader=new JUnitReader(sink,{dialect,path:source.path,unit:unitOf(timesIn(source.head.text))});
try{
await parseXml(source.text(sink),reader)}finally{
reader.end()}}};
function*timesIn(text){
for(const[,,time=``]of text.matchAll(TIME))yield time}
const TIME=/<(?:testcase|testsuites?|testrun)\s(?:[^<>]{0,4000}?\s)?(?:time|duration)=(["'])([^"']{1,40})\1/g;
const isOfCheck=text=>/<test[\s>]/.test(text)&&!/<(?:[\w.-]+:)?test(?:suite|case)[\s>/]/.test(text);
const runnerOf$1=({name,tool=name})=>tool;
const nameOfClass=(className,title,sink)=>{
const file=className?sink.mapped(className):void 0;
return{file:file??``,...file!==void 0&&{isMapped:true},titles:className?[className,title]:[title]}};
const MOST_NODES=5e4;
const collect=({wanted,printed,node:tell,begin,end,repaired})=>{
const open=[];
let nodes=0;
let left=0;
return{repaired,open(name,attributes,line){
const above=open.at(-1);
if(!above&&!wanted.has(name)){
begin?.(name,attributes,line);
return false}
if(left>0||nodes>=MOST_NODES){
if(left===0)repaired(`too many elements of one test`,line);
left+=1;
return false}
const node={name,attributes,children:[],text:``,line};
above?.node.children.push(node);
nodes+=1;
open.push({node,text:printed.has(name)?new TailText:new HeadText});
return true},text:piece=>open.at(-1)?.text.add(piece),close(name){
if(left>0){
left-=1;
return}
const closed=open.pop();
if(!closed){
end?.(name);
return}
closed.node.text=closed.text.text;
if(open.length>0)return;
nodes=0;
tell(closed.node)}}};
const child=(node,name)=>node?.children.find(each=>each.name===name);
const childrenOf=(node,name)=>node?.children.filter(each=>each.name===name)??[];
const textAt=(node,...path)=>{
let current=node;
for(const name of path)current=child(current,name);
return current?.text.trim()??``};
const annotationsOf=(node,list,item)=>childrenOf(child(node,list),item).map(({attributes})=>({type:attributes.get(`name`)??``,description:attributes.get(`value`)??``}));
const STATUS$2={passed:`passed`,success:`passed`,warning:`passed`,failed:`failed`,failure:`failed`,error:`failed`,skipped:`skipped`,ignored:`skipped`,notrunnable:`failed`,inconclusive:`skipped`,cancelled:`interrupted`};
const ROOT$2=/^<(?:test-(?:run|results)[\s>]|test-suite\s(?![^>]*\bxmlns\b))/;
const nunit={name:`nunit`,detect:({text})=>ROOT$2.test(rootOf(text)),startedAt:({text})=>startOf$2(text),runner:()=>({name:`nunit`}),async read(source,sink){
const startedAt=startOf$2(source.head.text);
sink.run({tool:`nunit`,...startedAt!==void 0&&{startedAt}});
const seen={tests:0,skipped:0,failed:0};
let said;
const suites=[];
const handler=collect({wanted:new Set([`test-case`,`failure`]),printed:new Set([`output`]),repaired:sink.repaired,begin(name,attributes,line){
said??=saidBy(attributes,line);
if(name===`test-suite`)suites.push(attributes.get(`fullname`)??attributes.get(`name`)??``)},end(name){
if(name===`test-suite`)suites.pop()},node(node){
if(node.name===`test-case`){
refuseList(node);
const attempt=toAttempt$2(node,source.path,sink);
seen.tests+=1;
seen.skipped+=attempt.status===`skipped`?1:0;
seen.failed+=attempt.status===`failed`?1:0;
sink.test(nunitNameOf(node,suites,sink),[attempt]);
return}
const failure=failureOf$2(node);
if(CHILDREN.test(failure.message))return;
seen.failed+=1;
sink.error({...failure,message:`${suites.at(-1)??``}: ${failure.message}`})}});
await parseXml(source.text(sink),handler);
if(seen.tests===0)sink.warning(`It contains no test-case.`);
if(said?.hasFailed&&seen.failed===0)sink.error({message:FAILURE_WITHOUT_MESSAGE});
if(said?.total!==void 0&&!isTotal(said.total,said.notRun))sink.repaired(`wrong total`,said.line,`total says ${said.total}, has ${seen.tests}`);
function isTotal(total,notRun=0){
return[seen.tests,seen.tests-seen.skipped,seen.tests-notRun].includes(total)}}};
const refuseList=({attributes,line,children})=>{
if([`result`,`executed`,`success`,`start-time`,`duration`,`time`,`asserts`].some(each=>attributes.has(each))||!attributes.has(`runstate`)||children.some(({name})=>name!==`properties`))return;
throw new ReportProblem(LIST,{line,column:1})};
const LIST=`it lists tests without results, as NUnit writes with --explore; send the file that --result writes`;
const saidBy=(attributes,line)=>{
const count=field=>Number(attributes.get(field)??NaN);
return{...count(`total`)>=0&&{total:count(`total`)},...count(`not-run`)>=0&&{notRun:count(`not-run`)},hasFailed:/^(?:failed|failure|error)$/i.test(attributes.get(`result`)??``)||[`failed`,`failures`,`errors`].some(field=>count(field)>0),line}};
const CHILDREN=/^(?:One or more child tests had errors|Child test failed)/;
const startOf$2=text=>{
const startTime=/<test-run\s[^>]{0,2000}?\bstart-time="([^"]{1,60})"/.exec(text)?.[1];
const[,old=``]=/<test-results\s([^>]{0,2000})/.exec(text)??[];
const[date,time]=[/\bdate="([^"]{1,20})"/.exec(old)?.[1],/\btime="([^"]{1,20})"/.exec(old)?.[1]];
return readTimestamp(startTime??(date&&time?`${date} ${time}`:void 0))};
const nunitNameOf=({attributes},suites,sink)=>{
const whole=attributes.get(`fullname`)??attributes.get(`name`)??``;
const[,classOfName=``]=/^((?:[\w+`]+\.)*[\w+`]+)\.[^.(]+(?:\(|$)/.exec(whole)??[];
const className=attributes.get(`classname`)||classOfName||suites.at(-1)||``;
const title=whole.startsWith(`${className}.`)?whole.slice(className.length+1):attributes.get(`name`)??whole;
return nameOfClass(className,title,sink)};
const toAttempt$2=(node,reportPath,sink)=>{
const{attributes,line}=node;
const{durationMs=0,repair}=readSeconds(attributes.get(`duration`)??attributes.get(`time`));
if(repair)sink.repaired(repair,line);
const startedAt=readTimestamp(attributes.get(`start-time`));
const status=statusOf(node,sink);
const output=child(node,`output`)?.text;
const properties=annotationsOf(node,`properties`,`property`);
const tags=properties.filter(({type})=>type===`Category`).map(({description})=>description);
const annotations=properties.filter(({type})=>type!==`Category`&&!type.startsWith(`_`));
const reason=textAt(node,`reason`,`message`);
const files=childrenOf(child(node,`attachments`),`attachment`).map(each=>textAt(each,`filePath`));
return{status,durationMs,...startedAt!==void 0&&{startedAt},...status===`failed`&&{errors:failuresOf(node)},...status===`skipped`&&{skip:{kind:`skip`,...reason&&{reason}}},...output&&{stdout:output},...tags.length>0&&{tags},...annotations.length>0&&{annotations},...files.length>0&&{attachments:files.map(path=>toAttachment(path,reportPath))}}};
const statusOf=(node,sink)=>{
const{attributes,line}=node;
const label=attributes.get(`label`)?.toLowerCase()??``;
const result=attributes.get(`result`)?.toLowerCase()??``;
if(label===`cancelled`)return`interrupted`;
const known=STATUS$2[result];
if(known)return known;
if(attributes.get(`executed`)?.toLowerCase()===`false`)return`skipped`;
if(attributes.has(`success`))return attributes.get(`success`)?.toLowerCase()===`true`?`passed`:`failed`;
if(result===``&&attributes.has(`executed`))return child(node,`failure`)?`failed`:`passed`;
sink.repaired(`unknown result`,line,result);
return`failed`};
const failuresOf=node=>{
const failed=child(node,`failure`);
const several=childrenOf(child(node,`assertions`),`assertion`).filter(({attributes})=>!/^(?:passed|warning)$/i.test(attributes.get(`result`)??``));
if(several.length>1)return several.map(failureOf$2);
return[failed?failureOf$2(failed):{message:textAt(node,`reason`,`message`)||`failed without a message`}]};
const failureOf$2=node=>{
const[message,stack]=[textAt(node,`message`),textAt(node,`stack-trace`)];
return{message:message||stack.split(`
`,1)[0]||`failed without a message`,...stack&&{stack}}};
const own=text=>Buffer$1.from(text).toString();
const RESULTS=new Set([`UnitTestResult`,`GenericTestResult`,`ManualTestResult`,`WebTestResult`,`TestResult`,`TestResultAggregation`]);
const STATUS$1={passed:`passed`,passedbutrunaborted:`passed`,warning:`passed`,completed:`passed`,failed:`failed`,error:`failed`,timeout:`timedOut`,aborted:`failed`,disconnected:`failed`,notrunnable:`failed`,inprogress:`interrupted`,notexecuted:`skipped`,inconclusive:`skipped`,pending:`skipped`};
const CUT_OFF={aborted:`The test was aborted.`,disconnected:`The test ended with the process that ran it.`,notrunnable:`The test could not be run.`};
const toTests=(node,reading)=>{
const{sink}=reading;
const attempt=toAttempt$1(node,reading);
const rows=child(node,`InnerResults`)?.children.filter(({name})=>RESULTS.has(name))??[];
if(rows.length===0){
sink.test(trxNameOf(node,reading),[attempt]);
return}
const isFailed=status=>status===`failed`||status===`timedOut`;
for(const row of rows)toTests(row,reading);
if(isFailed(attempt.status)&&!rows.some(row=>isFailed(toAttempt$1(row,reading).status)))for(const error of attempt.errors??[])sink.error(error)};
const trxNameOf=({attributes},{definitions,sink})=>{
const whole=attributes.get(`testName`)??``;
const known=definitions.get(attributes.get(`testId`)??``);
const className=known?.className||(CLASS.exec(whole)?.[1]??``);
const title=className&&whole.startsWith(`${className}.`)?whole.slice(className.length+1):whole;
return{...nameOfClass(className,title,sink),...known&&{container:known.assembly}}};
const CLASS=/^([A-Za-z_][\w+`]*(?:\.[A-Za-z_][\w+`]*)+)\.[A-Za-z_]\w*(?:\(|$)/;
const toAttempt$1=(node,{folder,sink})=>{
const{attributes,line}=node;
const output=child(node,`Output`);
const outcome=attributes.get(`outcome`)??``;
const status=STATUS$1[outcome.toLowerCase()]??`failed`;
if(!(outcome.toLowerCase()in STATUS$1))sink.repaired(`unknown outcome`,line,outcome);
const{durationMs=0,repair}=readSeconds(attributes.get(`duration`));
if(repair)sink.repaired(repair,line,attributes.get(`duration`));
const startedAt=readTimestamp(attributes.get(`startTime`));
const[stdout,stderr]=[child(output,`StdOut`)?.text,child(output,`StdErr`)?.text];
const failure=failureOf$1(child(output,`ErrorInfo`));
const attempt={status,durationMs,...startedAt!==void 0&&{startedAt},...stdout&&{stdout},...stderr&&{stderr}};
if(status===`failed`||status===`timedOut`)attempt.errors=[failure??{message:CUT_OFF[outcome.toLowerCase()]??`failed without a message`}];
if(status===`skipped`)attempt.skip={kind:`skip`,...failure&&{reason:failure.message}};
const own=attributes.get(`relativeResultsDirectory`)??``;
const files=childrenOf(child(node,`ResultFiles`),`ResultFile`).flatMap(each=>each.attributes.get(`path`)??[]);
if(files.length>0)attempt.attachments=files.map(path=>toAttachment(path,join(folder,own,`results.trx`)));
return attempt};
const failureOf$1=info=>{
if(!info)return void 0;
const[message,stack]=[textAt(info,`Message`),textAt(info,`StackTrace`)];
if(message===``&&stack===``)return void 0;
return{message:message||stack.split(`
`,1)[0]||``,...stack&&{stack:message?`${message}\n${stack}`:stack}}};
const ROOT$1=/^<TestRun\s[^>]{0,2000}(?:TeamTest|id=)/;
const MOST_DEFINITIONS=2e5;
const trx={name:`trx`,detect:({text})=>ROOT$1.test(rootOf(text)),startedAt:({text})=>readTimestamp(/<Times\s[^>]{0,1000}\bstart="([^"]{1,60})"/.exec(text)?.[1]),runner:()=>({name:`dotnet test`}),async read(source,sink){
const definitions=await readDefinitions(source);
sink.run({tool:`dotnet test`});
let folder=``;
const repeated=new RepeatedResults;
let results=0;
let rows=0;
let failed=0;
let hasError=false;
let summary=``;
let said;
const handler=collect({wanted:new Set([...RESULTS,`RunInfo`,`Counters`,`Times`,`Deployment`]),printed:new Set([`StdOut`,`StdErr`,`DebugTrace`]),repaired:sink.repaired,begin(name,attributes){
if(name===`ResultSummary`)summary=attributes.get(`outcome`)??``},node(node){
const{name,attributes,line}=node;
if(RESULTS.has(name)){
results+=1;
rows+=rowsOf(node);
failed+=/^(?:failed|error|timeout|aborted|disconnected)$/i.test(attributes.get(`outcome`)??``)?1:0;
repeated.add(node);
toTests(node,{definitions,folder:join(source.path,`..`,folder,`In`),sink})}else if(name===`Deployment`)folder=attributes.get(`runDeploymentRoot`)??``;else if(name===`Times`)tellTimes(sink,attributes);else if(name===`RunInfo`)hasError=tellRunInfo(sink,attributes.get(`outcome`)??``,textOf(node),failed>0)||hasError;else if(name===`Counters`)said={total:Number(attributes.get(`total`)),line}}});
await parseXml(source.text(sink),handler);
if(failed===0&&!hasError&&/^(?:failed|error|aborted|timeout|disconnected)$/i.test(summary))sink.error({message:FAILURE_WITHOUT_MESSAGE});
const unclear=repeated.text();
if(unclear)sink.warning(unclear);
if(said&&said.total>=0&&![results,rows,results+rows].includes(said.total))sink.repaired(`wrong total`,said.line,`total says ${said.total}, has ${results}`)}};
const rowsOf=node=>node.children.reduce((sum,each)=>sum+(RESULTS.has(each.name)?1:0)+rowsOf(each),0);
const tellTimes=(sink,attributes)=>{
const startedAt=readTimestamp(attributes.get(`start`));
const finishedAt=readTimestamp(attributes.get(`finish`));
if(startedAt===void 0)return;
sink.run({startedAt,...finishedAt!==void 0&&finishedAt>=startedAt&&{durationMs:finishedAt-startedAt}})};
const REPEATED=/\[FAIL\]$|^Exit code indicates failure/;
const textOf=({children,text})=>(children.find(({name})=>name===`Text`)?.text??text).trim();
const tellRunInfo=(sink,outcome,text,hasFailed)=>{
if(text===``||hasFailed&&REPEATED.test(text))return false;
if(/^warning$/i.test(outcome))sink.warning(text);
if(!/^(?:error|failed|aborted)$/i.test(outcome))return false;
sink.error({message:text});
return true};
const readDefinitions=async source=>{
const definitions=new Map;
const known=new Map;
const keep=(id,className,assembly)=>{
const key=own(`${assembly}\n${className}`);
const definition=known.get(key)??{className:own(className),assembly:own(assembly)};
known.set(key,definition);
definitions.set(own(id),definition)};
const handler=collect({wanted:new Set([`UnitTest`]),printed:new Set,repaired:()=>void 0,node({attributes,children}){
const method=children.find(({name})=>name===`TestMethod`);
const id=attributes.get(`id`);
const className=method?.attributes.get(`className`)?.split(`,`)[0]?.trim()??``;
const assembly=assemblyOf(method?.attributes.get(`codeBase`)??attributes.get(`storage`)??``);
if(id&&definitions.size<MOST_DEFINITIONS)keep(id,className,assembly)}});
await parseXml(source.text({repaired:()=>void 0}),handler).catch(()=>void 0);
return definitions};
const assemblyOf=path=>{
const[file=``,...folders]=path.toLowerCase().split(/[\\/]/).reverse();
const framework=folders.find(folder=>/^net\w*\d/.test(folder));
return framework?`${framework}/${file}`:file};
const MOST=1e4;
var RepeatedResults=class{#later=new Map;add({attributes}){
const name=attributes.get(`testName`)??``;
const id=attributes.get(`testId`);
if(!id)return;
const key=`${id} ${name}`;
const outcome=attributes.get(`outcome`)?.toLowerCase();
const later=this.#later.get(key);
if(later!==void 0)this.#later.set(key,later===`nothing`&&outcome===`passed`?`pass`:`more`);else if(outcome===`failed`&&this.#later.size<MOST)this.#later.set(own(key),`nothing`)}text(){
const unclear=[...this.#later].flatMap(([key,later])=>later===`pass`?[key]:[]);
const[first]=unclear;
if(first===void 0)return``;
const more=unclear.length-1;
const others=more===0?``:`, and so do ${more} other ${more===1?`test`:`tests`}`;
return`${first.slice(first.indexOf(` `)+1)} fails and then passes in one report${others}. ${more===0?`It counts`:`They count`} as failed, because TRX does not say whether the second is a retry. If it is, write a report for each run, send both and use --reruns.`}};
const STATUS={pass:`passed`,fail:`failed`,skip:`skipped`,notrun:`skipped`};
const ASSEMBLY=/<assembly\s([^>]{0,4000})>/;
const xunit={name:`xunit`,detect:({text})=>/^<assembl(?:ies|y)[\s>/]/.test(rootOf(text))&&/<(?:collection|class|test|assemblies)[\s>/]/.test(text),startedAt:({text})=>startOf$1(text),runner:()=>({name:`xunit`}),async read(source,sink){
const startedAt=startOf$1(source.head.text);
sink.run({tool:`xunit`,...startedAt!==void 0&&{startedAt}});
let seen=0;
let failed=0;
let said;
const handler=collect({wanted:new Set([`test`,`error`]),printed:new Set([`output`]),repaired:sink.repaired,begin(name,attributes,line){
if(name!==`assembly`)return;
const count=field=>Number(attributes.get(field)??0);
said={total:count(`total`),failed:count(`failed`)+count(`errors`),line};
seen=0;
failed=0},end(name){
if(name!==`assembly`||!said)return;
if(said.total>=0&&said.total!==seen)sink.repaired(`wrong total`,said.line,`total says ${said.total}, has ${seen}`);
if(said.failed>0&&failed===0)sink.error({message:FAILURE_WITHOUT_MESSAGE})},node(node){
if(node.name===`error`){
const failure=failureOf(child(node,`failure`));
const where=[node.attributes.get(`type`),node.attributes.get(`name`)].filter(Boolean).join(` `);
failed+=1;
sink.error({...failure,message:where?`${where}: ${failure.message}`:failure.message});
return}
seen+=1;
const attempt=toAttempt(node,sink);
failed+=attempt.status===`failed`?1:0;
sink.test(xunitNameOf(node,sink),[attempt])}});
await parseXml(source.text(sink),handler)}};
const startOf$1=text=>{
const[,attributes=``]=ASSEMBLY.exec(text)??[];
const startTime=/\bstart-rtf="([^"]{1,60})"/.exec(attributes)?.[1];
const[date,time]=[/\brun-date="([^"]{1,20})"/.exec(attributes)?.[1],/\brun-time="([^"]{1,20})"/.exec(attributes)?.[1]];
return readTimestamp(startTime??(date&&time?`${date} ${time}`:void 0))};
const xunitNameOf=({attributes},sink)=>{
const className=attributes.get(`type`)??``;
const whole=attributes.get(`name`)||attributes.get(`method`)||``;
const title=className&&whole.startsWith(`${className}.`)?whole.slice(className.length+1):whole;
const sourceFile=attributes.get(`source-file`)??``;
const file=sourceFile||!className?void 0:sink.mapped(className);
return{file:file??sourceFile,...file!==void 0&&{isMapped:true},titles:className?[className,title]:[title]}};
const toAttempt=(node,sink)=>{
const{attributes,line}=node;
const{durationMs=0,repair}=readSeconds(attributes.get(`time`));
if(repair)sink.repaired(repair,line);
const result=attributes.get(`result`)?.toLowerCase()??``;
const status=STATUS[result]??`failed`;
if(!(result in STATUS))sink.repaired(`unknown result`,line,result);
const reason=textAt(node,`reason`);
const output=child(node,`output`)?.text;
const traits=annotationsOf(node,`traits`,`trait`);
return{status,durationMs,...status===`failed`&&{errors:[failureOf(child(node,`failure`))]},...status===`skipped`&&{skip:{kind:`skip`,...reason&&{reason}}},...output&&{stdout:output},...traits.length>0&&{annotations:traits}}};
const failureOf=node=>{
const[message,stack]=[textAt(node,`message`),textAt(node,`stack-trace`)];
const name=node?.attributes.get(`exception-type`);
return{message:(name&&message.startsWith(`${name} : `)?message.slice(name.length+3):message)||`failed without a message`,...name&&{name},...stack&&{stack}}};
const FORMATS=[junit,trx,nunit,xunit,...JSON_FORMATS];
const formatNames=()=>FORMATS.map(({name})=>name);
const ON_NODE=/^(?:playwright|vitest|jest)\b/i;
const legOf=(runner,own)=>ON_NODE.test(runner)?own:`${process.platform}-${process.arch}`;
const parseMap=text=>{
const parted=/^((?:[^\\=]|\\.)+)=(.*)$/s.exec(text);
if(!parted)throw new Error(`${JSON.stringify(text)} is not <pattern>=<replacement>`);
const[,pattern=``,replacement=``]=parted;
try{
return{pattern:new RegExp(pattern.replaceAll(/\\(.)/g,unescaped),`u`),replacement}}catch(error){
throw new Error(`${JSON.stringify(pattern)} is not a regular expression: ${error.message}`)}};
const unescaped=(whole,character)=>character===`=`?`=`:whole;
const mapName=(maps,name,used)=>{
const map=maps.find(({pattern})=>pattern.test(name));
if(map)used?.add(map);
return map&&name.replace(map.pattern,map.replacement)};
const ATTEMPT=/^(.*[\\/])test_attempts[\\/]attempt_(\d{1,4})\.xml$/;
const LAST=/^(.*[\\/])test\.xml$/;
const isOwnEnd=(path,head)=>LAST.test(path)&&!bazel.detect(head);
const isEarlier=path=>ATTEMPT.test(path);
const repeatStub=(sink,outcome)=>{
const{test}=sink;
sink.test=(name,attempts,repeat)=>test(name,outcome.dialect===`bazel`?[...attempts,{status:`passed`,durationMs:0}]:attempts,repeat)};
const seriesOf=path=>(ATTEMPT.exec(path)??LAST.exec(path))?.[1]??``;
const inSeries=files=>{
const placed=files.map((file,index)=>({file,index,series:seriesOf(file.path??``),number:numberOf(file.path)}));
const firsts=new Map;
for(const{series,index}of placed)if(series&&!firsts.has(series))firsts.set(series,index);
const seriesPlaceOf=({series,index})=>firsts.get(series)??index;
return placed.sort((a,b)=>seriesPlaceOf(a)-seriesPlaceOf(b)||a.number-b.number||a.index-b.index).map(({file})=>file)};
const numberOf=(path=``)=>{
const attempt=ATTEMPT.exec(path);
return attempt?Number(attempt[2]):Number.MAX_SAFE_INTEGER};
const FOREIGN=[{name:`mochawesome JSON`,detect:keys=>keys.has(`stats.testsRegistered`),junit:`mocha --reporter xunit --reporter-option output=junit.xml`},{name:`Mocha JSON`,detect:keys=>keys.has(`stats.suites`,`stats.passes`,`stats.pending`),junit:`mocha --reporter xunit --reporter-option output=junit.xml`},{name:`RSpec JSON`,detect:keys=>keys.has(`version`,`examples`),junit:`rspec --format RspecJunitFormatter --out junit.xml (gem rspec_junit_formatter)`},{name:`JSON of dart test or flutter test`,detect:keys=>keys.has(`protocolVersion`,`runnerVersion`),junit:`tojunit --input <this file> --output junit.xml (dart pub global activate junitreport)`},{name:`JSON of go test -json`,detect:keys=>keys.has(`Action`)&&(keys.has(`Package`)||keys.has(`ImportPath`)),junit:`gotestsum --junitfile junit.xml, or convert this file: go-junit-report -parser gojson -in <this file> -out junit.xml`},{name:`JSON of cargo test`,detect:keys=>keys.value(`type`)===`suite`&&keys.value(`event`)===`started`,junit:`cargo nextest run, with junit = { path = "junit.xml" } in its profile`},{name:`pytest-json-report`,detect:keys=>keys.has(`exitcode`,`summary.collected`),junit:`pytest -o junit_family=xunit1 --junitxml=junit.xml`},{name:`Cucumber JSON`,detect:(_,text)=>/^\s*\[\s*\{[^[\]]{0,4000}"keyword"\s*:\s*"Feature"/.test(text),junit:`run Cucumber with --format junit:junit.xml`},{name:`the summary of Failsafe or the results of TestNG`,detect:(_,text)=>/<(?:failsafe-summary|testng-results)[\s>]/.test(text),junit:`the files TEST-*.xml of its folder, or of the folder junitreports`},{name:`the output of Robot Framework`,detect:(_,text)=>/<robot\s[^<>]{0,500}generator=/.test(text),junit:`robot --xunit junit.xml`},{name:`TAP`,detect:(_,text)=>/^\s*(?:TAP version 1[234]\s|1\.\.\d+[^\S\n]*\n(?:#.*\n|\s)*(?:not )?ok 1\b)/.test(text),junit:`the tool's own JUnit reporter (node --test: --test-reporter=junit), or tap-xunit < <this file> > junit.xml`},{name:`output of go test -v`,detect:(_,text)=>/^=== RUN {3}\S/m.test(text),junit:`gotestsum --junitfile junit.xml, or convert this file: go-junit-report -in <this file> -out junit.xml`}];
const whyForeign=head=>{
const keys=headKeys(head);
const known=FOREIGN.find(({detect})=>detect(keys,head.text));
return known&&`it is ${known.name}, which svc does not read; write JUnit XML instead: ${known.junit}`};
const FOLDERS=new Set([`.git`,`.svc`,`.ssh`,`.aws`,`.azure`,`.gnupg`,`.kube`,`.docker`,`.gcloud`]);
const FILES=/^(?:\.env(?:rc|\..+)?|\.npmrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519).*|.+\.(?:pem|key|p12|pfx|jks|keystore))$/;
const whyPrivate=(path,root)=>{
const whole=resolve(root,path);
return whyByName(relative(root,whole))??whyByName(relative(realOf(root),realOf(whole)))};
const realOf=path=>{
try{
return realpathSync(path)}catch{
return path}};
const whyByName=path=>{
const parts=path.toLowerCase().split(/[\\/]/);
const folder=parts.find(part=>FOLDERS.has(part));
if(folder)return`it is in ${folder}`;
return FILES.test(parts.at(-1)??``)?`such files contain secrets`:void 0};
const KNOWN=2e4;
const makePlaces=(target,base,report)=>{
const folders=base===void 0?foldersOf(target,report):[];
const known=new Map;
return(named,isMapped)=>{
if(named===``)return{file:``};
const key=`${isMapped}${named}`;
const cached=known.get(key);
if(cached)return cached;
const slashed=own(named.includes(`/`)?named:toPosix(named));
const place=isAbsolutePath(named)?placeAbsolute(target,slashed):placeRelative(target,slashed,{base,folders,isMapped});
if(known.size<KNOWN)known.set(own(key),place);
return place}};
const placeRelative=(target,path,{base,folders,isMapped})=>{
const file=target.file(base===void 0?path:posix.join(toPosix(base),path));
const isMissing=!isMapped&&base===void 0&&target.folder!==void 0&&(isOutside(file)||!isFile(target.root,file));
if(isMissing)for(const folder of folders){
const other=posix.join(folder,path);
if(!isOutside(other)&&isFile(target.root,other))return{file:other,repair:{kind:`file relative to another folder than the root`,detail:`${path} is ${other}`}}}
if(isOutside(file))return{file,repair:{kind:OUTSIDE,detail:`${file}; ${MAP}`}};
return{file,...isMissing&&{isMissing}}};
const placeAbsolute=(target,path)=>{
const inside=target.file(path);
if(!isOutside(inside))return{file:inside};
const parts=withoutRoot(path).split(`/`);
const least=parts.length>2?2:1;
for(let index=0;index<=parts.length-least;index+=1){
const file=parts.slice(index).join(`/`);
if(isFile(target.root,file))return{file,repair:{kind:`${OUTSIDE}, found in it`,detail:`${path} is ${file}; ${MAP}`}}}
return{file:parts.join(`/`),repair:{kind:OUTSIDE,detail:`${path}; ${MAP}`}}};
const OUTSIDE=`file outside the root`;
const MAP=`use --map to rename it`;
const foldersOf=(target,report)=>{
const folders=new Set;
const add=(folder,isWithAbove)=>{
if(!folder||!isAbsolutePath(folder))return;
const below=target.file(toPosix(folder));
if(isOutside(below))return;
for(let each=below;each!==``&&each!==`.`;each=isWithAbove?posix.dirname(each):``)folders.add(each)};
add(target.folder,false);
add(report&&posix.dirname(toPosix(report)),true);
return[...folders]};
const isFile=(root,path)=>{
try{
return statSync(posix.join(toPosix(root),path),{throwIfNoEntry:false})?.isFile()??false}catch{
return false}};
const isOutside=path=>path===`..`||path.startsWith(`../`)||isAbsolutePath(path);
const toPosix=path=>path.replaceAll(`\\`,`/`);
const FRAME=/^(\s*at (?:async )?(?:.*? \()?)([^():<>]+)(:\d+:\d+\)?)$/;
const rebaseBetween=(reported,placed)=>{
if(reported===``||isAbsolutePath(reported))return void 0;
const named=posix.normalize(reported.replaceAll(`\\`,`/`));
if(named===placed||!placed.endsWith(`/${named}`))return void 0;
const folder=placed.slice(0,-named.length);
const move=path=>isAbsolutePath(path)?path:posix.join(folder,path);
return function rebase(failure){
const{location,stack,cause,errors}=failure;
return{...failure,...location&&{location:{...location,file:move(location.file)}},...stack&&{stack:moveFrames(stack,move)},...cause&&{cause:rebase(cause)},...errors&&{errors:errors.map(rebase)}}}};
const moveFrames=(stack,move)=>stack.split(`
`).map(line=>{
const[,before,path,place]=FRAME.exec(line)??[];
return path===void 0?line:`${before}${move(path)}${place}`}).join(`
`);
const REPAIRS=50;
const WARNINGS=20;
const ROOT=`use --root <testDir>`;
const makeSinks=(target,options,startedAt)=>{
const maps=options.map??[];
const names=new Map;
const placesOfSeries=new Map;
const used=new Set;
let endedAt=startedAt;
let shared=0;
let kept=0;
const known={};
return{of(outcome,series=``,path=``){
const placeOf=makePlaces(target,options.base,path);
let hasHinted=false;
const repairs=new Map(outcome.repairs.map(repair=>[repair.kind,repair]));
let next=startedAt;
const seen=new Map;
const repaired=(kind,line,detail)=>{
const known=repairs.get(kind);
if(known)known.count+=1;
if(known||repairs.size>=REPAIRS)return;
const repair={kind,count:1,...line!==void 0&&{line},...detail&&{detail}};
repairs.set(kind,repair);
outcome.repairs.push(repair)};
const fileOf=(file,isMapped=false)=>{
const mapped=isMapped?file:mapName(maps,file,used);
const place=placeOf(mapped??file,mapped!==void 0);
if(place.repair)repaired(place.repair.kind,void 0,place.repair.detail);
if(place.isMissing&&!hasHinted&&outcome.dialect===`playwright`){
hasHinted=true;
warning(`${place.file} is not below the root. Files in this report are relative to testDir: ${ROOT}.`)}
return place.file};
const warning=message=>{
if(outcome.warnings.length>=WARNINGS)return;
outcome.warnings.push(message);
target.warning(`${outcome.name}: ${message}`)};
const mayBeSent=({path:attached})=>{
const why=attached===void 0?void 0:whyPrivate(attached,target.root);
if(why)repaired(`attachment ${attached?.slice(0,200)} left out: ${why}`);
return why===void 0};
const complete=(attempt,retry,from,file)=>{
const durationMs=attempt.durationMs>0&&Number.isFinite(attempt.durationMs)?attempt.durationMs:0;
const begin=attempt.startedAt??next;
next=begin+durationMs;
endedAt=Math.max(endedAt,next);
const{location,errors,attachments}=attempt;
const rebase=errors&&rebaseBetween(from,file);
return{...attempt,...rebase&&{errors:errors.map(rebase)},...attachments&&{attachments:attachments.filter(mayBeSent)},startedAt:begin,durationMs,...retry>0&&{retry},...location&&location.file===from&&{location:{...location,file}}}};
return{run(facts){
const{startedAt:begin}=facts;
if(begin!==void 0)next=begin;
for(const field of[`tool`,`toolVersion`,`dialect`,`startedAt`,`durationMs`])if(facts[field]!==void 0)Object.assign(outcome,{[field]:outcome[field]??facts[field]});
const{commit}=facts.reported??{};
if(commit&&known.commit&&!isSameCommit(commit,known.commit))warning(`Its commit is ${commit}, but an earlier report has the commit ${known.commit}.`);
Object.assign(known,{...facts.reported,...known})},mapped:name=>mapName(maps,name,used),repaired,warning,unfinished(files){
outcome.unfinished+=files},error(failure,file){
outcome.errors+=1;
const placed=file&&fileOf(file);
if(placed)target.error(rebaseBetween(file,placed)?.(failure)??failure,placed);else target.error(failure)},test(reported,attempts,repeat=0){
if(attempts.length===0)return false;
const written=JSON.stringify(toName(reported));
const name=JSON.parse(written);
const key=digestOf(written);
const equals=names.get(key)??[];
const place=repeat>0?equals.length-1:placeInSeries(`${reported.container??``}\n${key}`,equals.length);
const continued=equals[place];
if(!continued&&kept>=LIMITS.results){
repaired(`test beyond the first ${LIMITS.results} left out`);
return false}
const known=continued??{status:`skipped`,attempts:0,outcome};
if(continued)known.outcome.statuses[known.status]-=1;else{
kept+=1;
outcome.tests+=1;
if(equals.length>0&&equals.at(-1)?.outcome!==outcome)shared+=1;
names.set(key,equals);
equals.push(known)}
const retriesBefore=repeat>0?0:known.attempts;
const repeated=repeat>0?attempts.map(attempt=>({...attempt,repeat})):attempts;
known.status=resultOf(repeated,continued?known.status:void 0);
known.attempts+=attempts.length;
known.outcome.statuses[known.status]+=1;
outcome.attempts+=attempts.length;
repeated.forEach((attempt,index)=>{
const retry=retriesBefore+index;
target.attempt({...name,occurrence:place},complete(attempt,retry,reported.file,name.file))});
return continued!==void 0}};
function placeInSeries(key,end){
if(series===``)return end;
const number=seen.get(key)??0;
seen.set(key,number+1);
const id=`${series}\n${key}`;
const places=placesOfSeries.get(id)??[];
const place=places[number]??end;
places[number]=place;
placesOfSeries.set(id,places);
return place}
function toName({file,isMapped,titles,variant}){
const kept=titles.filter(title=>title!==``);
if(kept.length===0)repaired(`test without a name`);
return{file:fileOf(file,isMapped),titles:kept.length>0?kept:[`(no name)`],variant:variant||options.variant||``}}},get endedAt(){
return endedAt},get unusedMaps(){
return maps.filter(map=>!used.has(map))},get shared(){
return shared},reported:known}};
const isSameCommit=(one,other)=>one.startsWith(other)||other.startsWith(one);
const digestOf=text=>hash(`sha256`,text,`base64`).slice(0,12);
const DECLARATION_BYTES=1024;
const NOT_UTF8=`bytes that are not UTF-8`;
async function*decode(bytes,sink){
let decoder;
let begun=new Uint8Array;
for await(const piece of bytes){
if(decoder){
const text=decoder.write(piece);
if(text!==``)yield text;
continue}
begun=begun.length===0?piece:Buffer.concat([begun,piece]);
if(begun.length<DECLARATION_BYTES)continue;
decoder=decoderOf(begun,sink);
yield withoutMark(decoder.write(begun))}
if(!decoder){
decoder=decoderOf(begun,sink);
yield withoutMark(decoder.write(begun))}
const rest=decoder.end();
if(rest!==``)yield rest}
const withoutMark=text=>text.charCodeAt(0)===65279?text.slice(1):text;
const decoderOf=(bytes,sink)=>{
const encoding=encodingOf(bytes,sink);
return encoding===`utf-8`?utf8(sink):other(encoding)};
const encodingOf=(bytes,sink)=>{
const[a,b,c,d]=bytes;
if(a===255&&b===254&&c===0&&d===0||a===0&&b===0&&c===254&&d===255)throw new ReportProblem(`its text is UTF-32, which XML and JSON tools do not write; convert it to UTF-8`);
if(a===239&&b===187&&c===191)return`utf-8`;
if(a===255&&b===254||a!==0&&b===0)return`utf-16le`;
if(a===254&&b===255||a===0&&b!==void 0&&b!==0)return`utf-16be`;
const begin=Buffer.from(bytes.buffer,bytes.byteOffset,Math.min(bytes.length,DECLARATION_BYTES));
const declared=DECLARATION.exec(begin.toString(`latin1`))?.[1]?.toLowerCase();
if(declared===void 0||declared===`utf-8`||declared===`utf8`)return`utf-8`;
if(/^(utf-?16|ucs-?2|utf-?32)/.test(declared)){
sink.repaired(`declared as ${declared}, but is not`,1);
return`utf-8`}
return declared};
const DECLARATION=/^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;
const utf8=sink=>{
const decoder=new StringDecoder(`utf8`);
const look=(text,isOwn)=>{
if(text.includes(`�`)&&!isOwn)sink.repaired(NOT_UTF8);
return text};
return{write:bytes=>look(decoder.write(Buffer.from(bytes.buffer,bytes.byteOffset,bytes.length)),has(bytes)),end:()=>look(decoder.end(),false)}};
const has=bytes=>Buffer.from(bytes.buffer,bytes.byteOffset,bytes.length).includes(`�`);
const other=label=>{
const decoder=makeDecoder(label);
return{write:bytes=>decoder.decode(bytes,{stream:true}),end:()=>decoder.decode()}};
const makeDecoder=label=>{
try{
return new TextDecoder(label,{ignoreBOM:true})}catch{
throw new ReportProblem(`its encoding ${label} is not supported; convert it to UTF-8`,{line:1,column:1})}};
const HEAD_BYTES=65536;
const CHUNK_BYTES=65536;
const openReport=async(reportSource,onBytes)=>{
const{name}=reportSource;
const kept=await toFile(reportSource);
try{
const{path,sizeBytes,writtenAt}=kept;
if(sizeBytes===0)throw new ReportProblem(`the file is empty`);
const isPacked=await isGzip(path);
const bytes=count=>readBytes(path,isPacked,count);
const head=await readHead(name,()=>bytes(()=>void 0));
if(isBlank(head.text)&&await areBlank(decode(bytes(()=>void 0),SILENT)))throw new ReportProblem(`the file is empty: it contains only white space`);
return{source:{name,path,head,bytes:()=>bytes(onBytes),text:sink=>decode(bytes(onBytes),sink)},head,sizeBytes,writtenAt,close:kept.remove}}catch(error){
await kept.remove();
throw error}};
const readHead=async(name,bytes)=>{
const pieces=[];
let length=0;
for await(const piece of bytes()){
pieces.push(piece);
length+=piece.length;
if(length>=HEAD_BYTES)break}
const head=Buffer.concat(pieces).subarray(0,HEAD_BYTES);
if(head.length===0)throw new ReportProblem(`the file is empty`);
let text=``;
for await(const piece of decode(one(head),SILENT))text+=piece;
return{text,bytes:head,fileName:basename(name)}};
const isBlank=text=>!/\S/.test(text);
const areBlank=async texts=>{
for await(const text of texts)if(!isBlank(text))return false;
return true};
async function*one(bytes){
yield bytes}
const SILENT={repaired:()=>void 0};
async function*readBytes(path,isPacked,onBytes){
let read=0;
const file=createReadStream(path,{highWaterMark:CHUNK_BYTES});
file.on(`data`,piece=>{
read+=piece.length;
onBytes(piece.length)});
if(!isPacked)return yield*file;
const unzip=createGunzip({chunkSize:CHUNK_BYTES});
file.on(`error`,error=>unzip.destroy(error));
try{
yield*bounded(file.pipe(unzip),()=>read)}catch(error){
if(error instanceof ReportProblem)throw error;
throw new ReportProblem(`its gzip is damaged: ${error instanceof Error?error.message:error}`)}finally{
file.destroy();
unzip.destroy()}}
const isGzip=async path=>{
for await(const piece of createReadStream(path,{end:1}))return piece[0]===31&&piece[1]===139;
return false};
const toFile=async({name,path,stream})=>{
if(path===void 0)return spool(stream??[],name);
const facts=await stat(path).catch(error=>{
throw new ReportProblem(error.code===`ENOENT`?`the file does not exist`:`it cannot be read: ${error.message}`)});
if(facts.isDirectory())throw new ReportProblem(`it is a folder`);
if(facts.isFIFO()&&isOpenAlready(path))return spool(createReadStream(path),name);
if(!facts.isFile())throw new ReportProblem(`it is not a regular file`);
if(facts.size>MOST_REPORT_BYTES)throw new ReportProblem(`it is larger than ${within(MOST_REPORT_BYTES)}`);
return{path,sizeBytes:facts.size,writtenAt:facts.mtimeMs,remove:async()=>void 0}};
const isOpenAlready=path=>/^\/(?:dev|proc)\//.test(path);
const spool=async(stream,name)=>{
const folder=await mkdtemp(join(tmpdir(),`svc-report-`));
const remove=()=>rm(folder,{recursive:true,force:true});
try{
const path=join(folder,`report`);
await pipeline(bounded(stream),createWriteStream(path,{mode:384}));
const{size}=await stat(path);
return{path,sizeBytes:size,writtenAt:Date.now(),remove}}catch(error){
await remove();
if(error instanceof ReportProblem)throw error;
throw new ReportProblem(`${name} cannot be read: ${error instanceof Error?error.message:error}`)}};
const MIB=1048576;
const MOST_REPORT_BYTES=4096*MIB;
const MOST_RATIO=250;
const RATIO_FROM_BYTES=16*MIB;
const within=bytes=>`${Math.round(bytes/MIB)} MiB`;
async function*bounded(stream,packedBytes){
let length=0;
for await(const piece of stream){
length+=piece.length;
if(length>MOST_REPORT_BYTES)throw new ReportProblem(`it is larger than ${within(MOST_REPORT_BYTES)}`);
if(packedBytes&&length>RATIO_FROM_BYTES&&length>packedBytes()*MOST_RATIO)throw new ReportProblem(`it decompresses to more than ${MOST_RATIO} times its size`);
yield piece}}
const readReports=async({files,options,begin,onProgress})=>{
const progress={name:``,readBytes:0,totalBytes:0};
const onBytes=count=>{
progress.readBytes+=count;
onProgress?.({...progress})};
const reports=[];
try{
for(const file of inSeries(files))reports.push(await look(file,options,onBytes));
if(options.areReruns)await sortByStart(reports);
progress.totalBytes=reports.reduce((sum,{opened})=>sum+(opened?.sizeBytes??0),0);
const start=await startOf(reports,options);
if(!start)return sum(reports,void 0,options.startedAt??Date.now());
const target=begin(start);
const sinks=makeSinks(target,options,start.startedAt);
const ended=new Set(reports.flatMap(({opened})=>opened&&isOwnEnd(opened.source.path,opened.head)?[seriesOf(opened.source.path)]:[]));
for(const report of reports){
progress.name=report.outcome.name;
await read(report,sinks,options,ended);
const{problem,name}=report.outcome;
for(const text of tellRepairs(report.outcome))target.warning(text);
if(problem)target.error({message:`The report ${name} is broken: ${tell(problem)}`});
await report.opened?.close()}
warnOfMaps(reports,sinks);
if(sinks.shared>0)target.warning(reportedTwice(sinks.shared));
return sum(reports,sinks,start.startedAt)}finally{
for(const{opened}of reports)await opened?.close()}};
const look=async(file,options,onBytes)=>{
const outcome=emptyOutcome(file.name);
let opened;
try{
opened=await openReport(file,onBytes);
const{head}=opened;
const format=options.format?FORMATS.find(({name})=>name===options.format):FORMATS.find(each=>each.detect(head));
if(!format)throw await whyUnknown(opened,options.format);
outcome.format=format.name;
return{outcome,opened,format}}catch(error){
outcome.problem=problemOf(error);
await opened?.close();
return{outcome}}};
const whyUnknown=async({head,source},format)=>{
const foreign=format?void 0:whyForeign(head);
if(foreign)return new ReportProblem(foreign);
return(!format&&/^\s*[[{]/.test(head.text)?await findMistake(source):void 0)??new ReportProblem(unknownFormat(format))};
const unknownFormat=format=>format?`unknown format ${JSON.stringify(format)}; the formats are ${formatNames().join(`, `)}`:`it has none of the known formats (${formatNames().join(`, `)})`;
const startOf=async(reports,{startedAt})=>{
const readable=reports.filter(({format})=>format);
const[first]=readable;
if(!first?.opened||!first.format)return void 0;
const runner=runnerOf(first)??{name:first.format.name};
const starts=[];
for(const report of readable){
const begun=await begunOf(report);
if(begun!==void 0)starts.push(begun)}
if(starts.length>0)return{startedAt:Math.min(...starts),isStartReported:true,runner};
const written=readable.map(({opened})=>opened?.writtenAt??Date.now());
return{startedAt:startedAt??Math.round(Math.min(...written)),isStartReported:false,runner}};
const sortByStart=async reports=>{
const starts=new Map;
for(const report of reports){
const begun=await begunOf(report);
if(begun===void 0)return;
starts.set(report,begun)}
reports.sort((a,b)=>(starts.get(a)??0)-(starts.get(b)??0))};
const runnerOf=({format,opened})=>opened&&format?.runner?.(opened.head);
const begunOf=async({format,opened})=>{
try{
return opened&&await format?.startedAt?.(opened.head,opened.source)}catch{
return}};
const warnOfMaps=(reports,sinks)=>{
const last=reports.findLast(({outcome})=>!outcome.problem);
if(!last)return;
const sink=sinks.of(last.outcome);
for(const{pattern}of sinks.unusedMaps)sink.warning(`No file, class or suite of any report matches --map ${pattern.source}.`)};
const read=async({outcome,opened,format},sinks,options,ended)=>{
if(!opened||!format)return;
const{path}=opened.source;
const sink=sinks.of(outcome,options.areReruns?`reruns`:seriesOf(path),path);
if(isEarlier(path)&&ended.has(seriesOf(path)))repeatStub(sink,outcome);
const isBare=()=>outcome.tests+outcome.attempts+outcome.errors===0;
try{
await format.read(opened.source,sink);
if(isBare())sink.warning(`It contains no tests.`);
if(outcome.dialect===`playwright`&&outcome.tests>0&&outcome.statuses.skipped===outcome.tests)sink.warning(ALL_SKIPPED)}catch(error){
outcome.problem=problemOf(error)}
if(!options.format||!isBare()||format.detect(opened.head))return;
const other=FORMATS.find(each=>each.detect(opened.head));
const foreign=other?void 0:whyForeign(opened.head);
if(other)outcome.problem={reason:`this is not ${format.name}: it looks like ${other.name}`};else if(foreign)outcome.problem={reason:`this is not ${format.name}: ${foreign}`};else outcome.problem??={reason:`this is not ${format.name}`}};
const ALL_SKIPPED=`None of its tests ran: all are skipped, as in the list that Playwright writes with --list.`;
const problemOf=error=>{
if(error instanceof ReportProblem)return{reason:error.message,...error.place&&{place:error.place}};
return{reason:error instanceof Error?error.message:String(error)}};
const tellRepairs=({name,repairs})=>{
if(repairs.length===0)return[];
const kinds=repairs.slice(0,10).map(({kind,count,line,detail})=>{
const where=[line&&`line ${line}`,detail].filter(Boolean).join(`: `);
return`${kind} (${count}${where&&`, first ${where}`})`});
const more=repairs.length>kinds.length?` and ${repairs.length-kinds.length} more`:``;
return[`${name}: repaired: ${kinds.join(`, `)}${more}`]};
const tell=({reason,place})=>place?`${reason} (line ${place.line}, column ${place.column})`:reason;
const reportedTwice=count=>`${count} tests have the same name as a test in another report, and count as further occurrences of it. Send the reports of each leg or variant separately, with the leg or the variant. If a later report repeats failed tests of an earlier one, use --reruns.`;
const emptyOutcome=name=>({name,tests:0,attempts:0,statuses:noStatuses(),errors:0,unfinished:0,repairs:[],warnings:[]});
const noStatuses=()=>({passed:0,failed:0,flaky:0,skipped:0});
const sum=(reports,sinks,startedAt)=>{
const files=reports.map(({outcome})=>outcome);
const statuses=noStatuses();
for(const file of files)for(const status of[`passed`,`failed`,`flaky`,`skipped`])statuses[status]+=file.statuses[status];
const add=field=>files.reduce((all,file)=>all+file[field],0);
const errors=add(`errors`);
const isEmpty=add(`tests`)+errors===0;
const isBroken=isEmpty||files.some(({problem})=>problem);
return{files,tests:add(`tests`),attempts:add(`attempts`),statuses,errors,unfinished:add(`unfinished`),isEmpty,isBroken,status:isBroken||errors>0||statuses.failed>0?`failed`:`passed`,endedAt:sinks?.endedAt??startedAt,...runnerRead(reports),reported:sinks?.reported??{}}};
const runnerRead=reports=>{
const first=reports.find(({format})=>format);
if(!first?.format)return{};
const{tool,toolVersion}=first.outcome;
const read=tool&&{name:tool,...toolVersion&&{version:toolVersion}};
return{runner:runnerOf(first)??(read||{name:first.format.name})}};
const VERSION=`0.1.0`;
const recordReports=async context=>{
const{settings,log}=context;
const maps=readMaps(context);
const{files,problems}=await find(context);
for(const problem of problems)log.note(`error`,problem);
if(!maps||files.length===0)return{isWell:false};
let recording;
try{
const id=await contentId(files,idFacts(context));
const outcome=await readReports({files,options:{map:maps,areReruns:settings.reportReruns,...settings.reportFormat!==``&&{format:settings.reportFormat},...context.config.variant!==``&&{variant:context.config.variant}},begin:({runner,startedAt})=>{
recording=recordReport({...factsOf(context,runner.name),runner,startedAt,...id&&{id}});
return speaking(recording,log)}});
for(const{name,problem}of outcome.files)if(problem)log.note(`error`,`The report ${name}${annotationPlaceOf(problem.place)} is broken: ${problem.reason}.`);
if(!recording||outcome.isEmpty){
recording?.discard();
log.note(`error`,`No tests found in ${list(files)}. Check that the tests ran and wrote their report there.`);
return{isWell:false}}
for(const problem of problems)recording.error({message:problem});
const isWell=!outcome.isBroken&&problems.length===0;
const{endedAt,reported,runner,unfinished}=outcome;
const{leg}=runner?factsOf(context,runner.name).config:context.config;
await recording.finish({status:isWell?outcome.status:`failed`,endedAt,reported,unfinished,leg,...runner&&{runner}});
const{passed,failed,flaky,skipped}=outcome.statuses;
log.say(`${list(files)}: ${passed} passed, ${failed} failed, ${flaky} flaky, ${skipped} skipped`);
return{isWell,root:recording.root}}catch(error){
recording?.discard();
log.note(`error`,`The reports could not be read: ${wordsOf(error)}.`);
return{isWell:false}}};
const MOST_TOLD=50;
const speaking=(recording,log)=>{
let lines=0;
return{...recording,warning(message){
const text=message.replaceAll(`use --map`,`use the input report-map`).replaceAll(`use --reruns`,`use the input report-reruns`).replaceAll(`use --root <testDir>`,`use the input report-map, ^(.+)$=<testDir>/$1`);
lines+=1;
if(lines<=MOST_TOLD)log.say(text);
recording.warning(text)}}};
const MOST_NAMED=3;
const list=files=>{
const more=files.length-MOST_NAMED;
const named=files.slice(0,MOST_NAMED).map(({name})=>name);
return more>0?`${named.join(`, `)} and ${more} more`:named.join(`, `)};
const annotationPlaceOf=place=>place?` (line ${place.line}, column ${place.column})`:``;
const readMaps=({settings,log})=>{
const{reportFormat,reportMaps}=settings;
if(reportFormat!==``&&!formatNames().includes(reportFormat)){
log.note(`error`,`The input report-format is ${JSON.stringify(reportFormat)}. Set it to one of ${formatNames().join(`, `)}, or leave it empty.`);
return}
try{
return reportMaps.map(parseMap)}catch(error){
log.note(`error`,`The input report-map is invalid: ${wordsOf(error)}. Each line must be <pattern>=<file>.`);
return}};
const factsOf=({config,settings,event,env},runner)=>{
const{apiKey:_,...rest}=config;
const hasLeg=Boolean(env.SVC_LEG?.trim());
return{config:{...rest,...!hasLeg&&{leg:legOf(runner,config.leg)},...settings.reportAttempt>1&&{attempt:settings.reportAttempt}},client:{name:`@svc/action`,version:VERSION},folder:event.workspace,label:settings.reportFiles.join(` `).slice(0,200)}};
const idFacts=({config,settings,event})=>[event.repository?.full,settings.project,settings.suite||config.suite,config.build,config.runAttempt,config.job,config.leg,settings.reportFiles,...settings.reportReruns?[`reruns`]:[],...settings.reportAttempt>1?[`attempt ${settings.reportAttempt}`]:[]];
const NEVER=[`node_modules`,`.git`];
const find=async({settings,event})=>{
const{workspace,temp}=event;
const roots=await Promise.all([workspace,temp].filter(path=>path!==``).map(path=>realpath(path).catch(()=>path)));
const not=new Set;
for(const pattern of settings.reportFiles.filter(each=>each.startsWith(`!`)))for(const path of await pathsOf(pattern.slice(1),workspace))not.add(path);
const reportFiles=new Map;
const problems=[];
for(const pattern of settings.reportFiles.filter(each=>!each.startsWith(`!`))){
const paths=(await pathsOf(pattern,workspace)).filter(path=>!not.has(path));
const within=[];
for(const path of paths){
const real=await realpath(path).catch(()=>path);
if(roots.some(root=>isWithin(root,real)))within.push(path)}
if(within.length<paths.length)problems.push(`The input report-files names ${pattern}, which is outside the workspace. The action reads only files below the workspace or RUNNER_TEMP: write the reports there.`);else if(paths.length===0)problems.push(`The input report-files names ${pattern}, which matches no file. Check that the tests write their report there; paths are relative to ${workspace}.`);
for(const path of within)reportFiles.set(path,{name:reportNameOf(path,workspace),path})}
return{files:[...reportFiles.values()].sort((a,b)=>a.name.localeCompare(b.name,`en`,{numeric:true})),problems}};
const pathsOf=async(pattern,workspace)=>{
const paths=[];
for await(const entry of glob(pattern,{cwd:workspace,withFileTypes:true,exclude:({name})=>NEVER.includes(name)&&!pattern.includes(name)}))if(!entry.isDirectory())paths.push(resolve(entry.parentPath,entry.name));
return paths};
const reportNameOf=(path,workspace)=>{
const short=relative(workspace,path);
return short.startsWith(`..`)||isAbsolute(short)?path:short.split(sep).join(`/`)};
export{recordReports};