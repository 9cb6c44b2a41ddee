import{i as __require,o as __toESM,t as __commonJSMin}from"./rolldown-runtime.js";
import{Ct as errorLine,St as WHOLE_SHA,T as outcomesOf,Y as journalFolder,Z as withoutGitHook,ut as makeRedactor,xt as LIMITS}from"./core.js";
import{n as sendOrKeep}from"./kept-experiments.js";
import{n as managerOf,r as startOf$1}from"./package-manager.js";
import{Buffer as Buffer$1}from"node:buffer";
import{Socket}from"node:net";
import{randomUUID}from"node:crypto";
import{hostname,tmpdir}from"node:os";
import{closeSync,constants,existsSync,lstatSync,mkdirSync,mkdtempSync,openSync,readFileSync,readdirSync,readlinkSync,realpathSync,rmSync,symlinkSync,writeFileSync}from"node:fs";
import{copyFile,lstat,mkdir,readdir,readlink,symlink}from"node:fs/promises";
import{basename,delimiter,dirname,isAbsolute,join,relative,resolve,sep}from"node:path";
import{execFile,spawn,spawnSync}from"node:child_process";
const startClock=(seconds,onStop)=>{
const startedAt=performance.now();
const stop=new AbortController;
const nothing=()=>{};
let endRunning=nothing;
const forget=onStop(()=>{
stop.abort();
endRunning()});
return{now:()=>(performance.now()-startedAt)/1e3,isStopped:()=>stop.signal.aborted,signal:AbortSignal.any([stop.signal,AbortSignal.timeout(seconds*1e3)]),onStart:end=>{
endRunning=end;
if(stop.signal.aborted)end()},ended:()=>{
endRunning=nothing},forget}};
const commandsOf=(called,base,calledThere=called)=>{
const{inside}=called;
const command=plainCommand(calledThere);
const into=inside===``?``:`cd ${asShown(inside)} && `;
const tree=`../base-${base.sha.slice(0,7)}`;
const install=base.install&&`${base.install.replaceAll(/\b([A-Za-z_]\w*)=\S+/g,`$1=…`)} && `;
return{here:commandHere(called),base:`cd ${TOP} && git worktree add --detach ${tree} ${base.sha.slice(0,12)} && cd ${tree} && ${install}${into}${command}`}};
const commandHere=called=>called.inside===``?plainCommand(called):`cd ${TOP}/${asShown(called.inside)} && ${plainCommand(called)}`;
const TOP=`"$(git rev-parse --show-toplevel)"`;
const plainCommand=({words,names,before})=>{
const file=before?.file?`echo '${before.file.text}' > ${before.file.path} && `:``;
const own=Object.entries(before?.env??{}).map(([name,value])=>`${name}=${value}`);
return`${file}${[...names.map(name=>`${name}=…`),...own,...words.map(asShown)].join(` `)}`};
const VARIABLE$1=/^((?:--?[\w-]+=)?[A-Za-z_]\w*)=/;
const asShown=word=>{
const[,name]=VARIABLE$1.exec(word)??[];
if(name!==void 0)return`${name}=…`;
return/^[\w./:=@,+-]+$/.test(word)?word:`'${word.replaceAll(`'`,`'\\''`)}'`};
const makeComparison=()=>{
const seen=new Map;
const counts=new Map;
return(test,side,ran)=>{
if(ran.kind===`void`)return ran;
const{tests,errors}=ran.outcomes;
const named=tests.filter(each=>sameName(test,each));
if(side===`here`)counts.set(test,named.length);
const isByNumber=named.length>1&&(counts.get(test)??named.length)===named.length;
const found=named.filter(each=>each.result!==`skipped`&&(!isByNumber||sameNumber(test,each)));
const[loadError]=errors;
if(found.length===0)return{kind:`void`,reason:loadError?`the file does not load: ${errorLine(loadError.message)}`:`the test did not run`};
const failed=found.filter(({result})=>result===`failed`);
const lines=failed.map(({message})=>errorLine(message));
if(lines.length===0)return{kind:`passed`};
const known=seen.get(test)??new Set([errorLine(test.message)]);
seen.set(test,known);
const isAlike=line=>side===`here`?withoutNumbers(line)===withoutNumbers(errorLine(test.message)):known.has(line);
const alike=lines.find(isAlike);
const error=failed[alike===void 0?0:lines.indexOf(alike)]?.error;
const seenError=error?{error}:{};
if(alike===void 0)return{kind:`void`,reason:`${OTHER_ERROR}: ${lines[0]}`,...seenError};
if(side===`here`)known.add(alike);
return{kind:`failed`,...seenError}}};
const OTHER_ERROR=`it fails with another error`;
const sameNumber=({occurrence=0},other)=>occurrence===(other.occurrence??0);
const sameName=(one,other)=>one.file===other.file&&one.variant===other.variant&&one.titles.length===other.titles.length&&one.titles.every((title,at)=>title===other.titles[at]);
const withoutNumbers=line=>line.replace(/0x[\da-f]+|\d+/gi,`0`);
var require_windows=__commonJSMin(((exports,module)=>{
module.exports=isexe;
isexe.sync=sync;
var fs=__require(`fs`);
function checkPathExt(path,options){
var pathext=options.pathExt!==void 0?options.pathExt:process.env.PATHEXT;
if(!pathext)return true;
pathext=pathext.split(`;`);
if(pathext.indexOf(``)!==-1)return true;
for(var i=0;i<pathext.length;i++){
var p=pathext[i].toLowerCase();
if(p&&path.substr(-p.length).toLowerCase()===p)return true}
return false}
function checkStat(stat,path,options){
if(!stat.isSymbolicLink()&&!stat.isFile())return false;
return checkPathExt(path,options)}
function isexe(path,options,cb){
fs.stat(path,function(er,stat){
cb(er,er?false:checkStat(stat,path,options))})}
function sync(path,options){
return checkStat(fs.statSync(path),path,options)}}));
var require_mode=__commonJSMin(((exports,module)=>{
module.exports=isexe;
isexe.sync=sync;
var fs=__require(`fs`);
function isexe(path,options,cb){
fs.stat(path,function(er,stat){
cb(er,er?false:checkStat(stat,options))})}
function sync(path,options){
return checkStat(fs.statSync(path),options)}
function checkStat(stat,options){
return stat.isFile()&&checkMode(stat,options)}
function checkMode(stat,options){
var mod=stat.mode;
var uid=stat.uid;
var gid=stat.gid;
var myUid=options.uid!==void 0?options.uid:process.getuid&&process.getuid();
var myGid=options.gid!==void 0?options.gid:process.getgid&&process.getgid();
var u=parseInt(`100`,8);
var g=parseInt(`010`,8);
var o=parseInt(`001`,8);
var ug=u|g;
return mod&o||mod&g&&gid===myGid||mod&u&&uid===myUid||mod&ug&&myUid===0}}));
var require_isexe=__commonJSMin(((exports,module)=>{
__require(`fs`);
var core;
if(process.platform===`win32`||global.TESTING_WINDOWS)core=require_windows();else core=require_mode();
module.exports=isexe;
isexe.sync=sync;
function isexe(path,options,cb){
if(typeof options===`function`){
cb=options;
options={}}
if(!cb){
if(typeof Promise!==`function`)throw new TypeError(`callback not provided`);
return new Promise(function(resolve,reject){
isexe(path,options||{},function(er,is){
if(er)reject(er);else resolve(is)})})}
core(path,options||{},function(er,is){
if(er){
if(er.code===`EACCES`||options&&options.ignoreErrors){
er=null;
is=false}}
cb(er,is)})}
function sync(path,options){
try{
return core.sync(path,options||{})}catch(er){
if(options&&options.ignoreErrors||er.code===`EACCES`)return false;else throw er}}}));
var require_which=__commonJSMin(((exports,module)=>{
const isWindows=process.platform===`win32`||process.env.OSTYPE===`cygwin`||process.env.OSTYPE===`msys`;
const path=__require(`path`);
const COLON=isWindows?`;`:`:`;
const isexe=require_isexe();
const getNotFoundError=cmd=>Object.assign(new Error(`not found: ${cmd}`),{code:`ENOENT`});
const getPathInfo=(cmd,opt)=>{
const colon=opt.colon||COLON;
const pathEnv=cmd.match(/\//)||isWindows&&cmd.match(/\\/)?[``]:[...isWindows?[process.cwd()]:[],...(opt.path||process.env.PATH||``).split(colon)];
const pathExtExe=isWindows?opt.pathExt||process.env.PATHEXT||`.EXE;.CMD;.BAT;.COM`:``;
const pathExt=isWindows?pathExtExe.split(colon):[``];
if(isWindows){
if(cmd.indexOf(`.`)!==-1&&pathExt[0]!==``)pathExt.unshift(``)}
return{pathEnv,pathExt,pathExtExe}};
const which=(cmd,opt,cb)=>{
if(typeof opt===`function`){
cb=opt;
opt={}}
if(!opt)opt={};
const{pathEnv,pathExt,pathExtExe}=getPathInfo(cmd,opt);
const found=[];
const step=i=>new Promise((resolve,reject)=>{
if(i===pathEnv.length)return opt.all&&found.length?resolve(found):reject(getNotFoundError(cmd));
const ppRaw=pathEnv[i];
const pathPart=/^".*"$/.test(ppRaw)?ppRaw.slice(1,-1):ppRaw;
const pCmd=path.join(pathPart,cmd);
const p=!pathPart&&/^\.[\\\/]/.test(cmd)?cmd.slice(0,2)+pCmd:pCmd;
resolve(subStep(p,i,0))});
const subStep=(p,i,ii)=>new Promise((resolve,reject)=>{
if(ii===pathExt.length)return resolve(step(i+1));
const ext=pathExt[ii];
isexe(p+ext,{pathExt:pathExtExe},(er,is)=>{
if(!er&&is){
if(opt.all)found.push(p+ext);else return resolve(p+ext)}
return resolve(subStep(p,i,ii+1))})});
return cb?step(0).then(res=>cb(null,res),cb):step(0)};
const whichSync=(cmd,opt)=>{
opt=opt||{};
const{pathEnv,pathExt,pathExtExe}=getPathInfo(cmd,opt);
const found=[];
for(let i=0;i<pathEnv.length;i++){
const ppRaw=pathEnv[i];
const pathPart=/^".*"$/.test(ppRaw)?ppRaw.slice(1,-1):ppRaw;
const pCmd=path.join(pathPart,cmd);
const p=!pathPart&&/^\.[\\\/]/.test(cmd)?cmd.slice(0,2)+pCmd:pCmd;
for(let j=0;j<pathExt.length;j++){
const cur=p+pathExt[j];
try{
if(isexe.sync(cur,{pathExt:pathExtExe})){
if(opt.all)found.push(cur);else return cur}}catch(ex){}}}
if(opt.all&&found.length)return found;
if(opt.nothrow)return null;
throw getNotFoundError(cmd)};
module.exports=which;
which.sync=whichSync}));
var require_path_key=__commonJSMin(((exports,module)=>{
const pathKey=(options={})=>{
const environment=options.env||process.env;
if((options.platform||process.platform)!==`win32`)return`PATH`;
return Object.keys(environment).reverse().find(key=>key.toUpperCase()===`PATH`)||`Path`};
module.exports=pathKey;
module.exports.default=pathKey}));
var require_resolveCommand=__commonJSMin(((exports,module)=>{
const path=__require(`path`);
const which=require_which();
const getPathKey=require_path_key();
function resolveCommandAttempt(parsed,withoutPathExt){
const env=parsed.options.env||process.env;
const cwd=process.cwd();
const hasCustomCwd=parsed.options.cwd!=null;
const shouldSwitchCwd=hasCustomCwd&&process.chdir!==void 0&&!process.chdir.disabled;
if(shouldSwitchCwd)try{
process.chdir(parsed.options.cwd)}catch(err){}
let resolved;
try{
resolved=which.sync(parsed.command,{path:env[getPathKey({env})],pathExt:withoutPathExt?path.delimiter:void 0})}catch(e){}finally{
if(shouldSwitchCwd)process.chdir(cwd)}
if(resolved)resolved=path.resolve(hasCustomCwd?parsed.options.cwd:``,resolved);
return resolved}
function resolveCommand(parsed){
return resolveCommandAttempt(parsed)||resolveCommandAttempt(parsed,true)}
module.exports=resolveCommand}));
var require_escape=__commonJSMin(((exports,module)=>{
const metaCharsRegExp=/([()\][%!^"`<>&|;, *?])/g;
function escapeCommand(arg){
arg=arg.replace(metaCharsRegExp,`^$1`);
return arg}
function escapeArgument(arg,doubleEscapeMetaChars){
arg=`${arg}`;
arg=arg.replace(/(?=(\\+?)?)\1"/g,`$1$1\\"`);
arg=arg.replace(/(?=(\\+?)?)\1$/,`$1$1`);
arg=`"${arg}"`;
arg=arg.replace(metaCharsRegExp,`^$1`);
if(doubleEscapeMetaChars)arg=arg.replace(metaCharsRegExp,`^$1`);
return arg}
module.exports.command=escapeCommand;
module.exports.argument=escapeArgument}));
var require_shebang_regex=__commonJSMin(((exports,module)=>{
module.exports=/^#!(.*)/}));
var require_shebang_command=__commonJSMin(((exports,module)=>{
const shebangRegex=require_shebang_regex();
module.exports=(string=``)=>{
const match=string.match(shebangRegex);
if(!match)return null;
const[path,argument]=match[0].replace(/#! ?/,``).split(` `);
const binary=path.split(`/`).pop();
if(binary===`env`)return argument;
return argument?`${binary} ${argument}`:binary}}));
var require_readShebang=__commonJSMin(((exports,module)=>{
const fs=__require(`fs`);
const shebangCommand=require_shebang_command();
function readShebang(command){
const size=150;
const buffer=Buffer.alloc(size);
let fd;
try{
fd=fs.openSync(command,`r`);
fs.readSync(fd,buffer,0,size,0);
fs.closeSync(fd)}catch(e){}
return shebangCommand(buffer.toString())}
module.exports=readShebang}));
var require_parse=__commonJSMin(((exports,module)=>{
const path=__require(`path`);
const resolveCommand=require_resolveCommand();
const escape=require_escape();
const readShebang=require_readShebang();
const isWin=process.platform===`win32`;
const isExecutableRegExp=/\.(?:com|exe)$/i;
const isCmdShimRegExp=/node_modules[\\/].bin[\\/][^\\/]+\.cmd$/i;
function detectShebang(parsed){
parsed.file=resolveCommand(parsed);
const shebang=parsed.file&&readShebang(parsed.file);
if(shebang){
parsed.args.unshift(parsed.file);
parsed.command=shebang;
return resolveCommand(parsed)}
return parsed.file}
function parseNonShell(parsed){
if(!isWin)return parsed;
const commandFile=detectShebang(parsed);
const needsShell=!isExecutableRegExp.test(commandFile);
if(parsed.options.forceShell||needsShell){
const needsDoubleEscapeMetaChars=isCmdShimRegExp.test(commandFile);
parsed.command=path.normalize(parsed.command);
parsed.command=escape.command(parsed.command);
parsed.args=parsed.args.map(arg=>escape.argument(arg,needsDoubleEscapeMetaChars));
parsed.args=[`/d`,`/s`,`/c`,`"${[parsed.command].concat(parsed.args).join(` `)}"`];
parsed.command=process.env.comspec||`cmd.exe`;
parsed.options.windowsVerbatimArguments=true}
return parsed}
function parse(command,args,options){
if(args&&!Array.isArray(args)){
options=args;
args=null}
args=args?args.slice(0):[];
options=Object.assign({},options);
const parsed={command,args,options,file:void 0,original:{command,args}};
return options.shell?parsed:parseNonShell(parsed)}
module.exports=parse}));
var require_enoent=__commonJSMin(((exports,module)=>{
const isWin=process.platform===`win32`;
function notFoundError(original,syscall){
return Object.assign(new Error(`${syscall} ${original.command} ENOENT`),{code:`ENOENT`,errno:`ENOENT`,syscall:`${syscall} ${original.command}`,path:original.command,spawnargs:original.args})}
function hookChildProcess(cp,parsed){
if(!isWin)return;
const originalEmit=cp.emit;
cp.emit=function(name,arg1){
if(name===`exit`){
const err=verifyENOENT(arg1,parsed);
if(err)return originalEmit.call(cp,`error`,err)}
return originalEmit.apply(cp,arguments)}}
function verifyENOENT(status,parsed){
if(isWin&&status===1&&!parsed.file)return notFoundError(parsed.original,`spawn`);
return null}
function verifyENOENTSync(status,parsed){
if(isWin&&status===1&&!parsed.file)return notFoundError(parsed.original,`spawnSync`);
return null}
module.exports={hookChildProcess,verifyENOENT,verifyENOENTSync,notFoundError}}));
var require_cross_spawn=__commonJSMin(((exports,module)=>{
const cp=__require(`child_process`);
const parse=require_parse();
const enoent=require_enoent();
function spawn(command,args,options){
const parsed=parse(command,args,options);
const spawned=cp.spawn(parsed.command,parsed.args,parsed.options);
enoent.hookChildProcess(spawned,parsed);
return spawned}
function spawnSync(command,args,options){
const parsed=parse(command,args,options);
const result=cp.spawnSync(parsed.command,parsed.args,parsed.options);
result.error=result.error||enoent.verifyENOENTSync(result.status,parsed);
return result}
module.exports=spawn;
module.exports.spawn=spawn;
module.exports.sync=spawnSync;
module.exports._parse=parse;
module.exports._enoent=enoent}));
var import_cross_spawn=__toESM(require_cross_spawn(),1);
const END_GROUPS=`
list() {
  [ -e /proc/self/stat ] || { /bin/ps -A -o pid= -o ppid= -o pgid=; return; }
  for file in /proc/[0-9]*/stat; do
    read -r line <"$file" || continue
    file=\${file#/proc/}
    set -- \${line##*) }
    echo "\${file%/stat} $2 $3"
  done
}
grow() {
  while [ $# -gt 2 ]; do
    case $all in
      *" $1 "*) ;;
      *" $2 "* | *" -$3 "*) all="$all$1 "; [ "$1" != "$3" ] || all="$all-$1 " ;;
    esac
    shift 3
  done
}
end_groups() {
  all=' '
  for group; do all="$all-$group $group "; done
  table=$(list)
  before=
  while [ "$before" != "$all" ]; do before=$all; grow $table; done
  kill -9 $all
}`;
const endGroup=pid=>{
if(process.platform!==`win32`)spawnSync(`/bin/sh`,[`-c`,`${END_GROUPS}\nend_groups "$1"`,`sh`,`${pid}`],{cwd:`/`,env:{},stdio:`ignore`});
endOnlyGroup(pid)};
const endOnlyGroup=pid=>{
try{
process.kill(process.platform===`win32`?pid:-pid,`SIGKILL`)}catch{}};
const SCRIPT=`${END_GROUPS}
while read -r groups; do own=$groups; done
[ -z "$own" ] || end_groups $own`;
const groups=new Set;
let input;
const guardGroup=pid=>{
if(process.platform===`win32`)return()=>void 0;
input??=startShell();
groups.add(pid);
tell();
return()=>{
groups.delete(pid);
tell()}};
const tell=()=>void input?.write(`${[...groups].join(` `)}\n`);
const startShell=()=>{
const child=spawn(`/bin/sh`,[`-c`,SCRIPT],{cwd:`/`,env:{},stdio:[`pipe`,`ignore`,`ignore`],detached:true});
const forget=()=>{
input=void 0};
child.once(`error`,forget).once(`exit`,forget).unref();
if(!(child.stdin instanceof Socket))return void 0;
child.stdin.on(`error`,forget).unref();
return child.stdin};
const runProcess=([program=``,...args],{folder,env,shell=false,output,timeoutMs,onStart})=>new Promise(resolve=>{
const child=(0,import_cross_spawn.default)(program,args,{cwd:folder,env,shell,stdio:[`ignore`,output,output],detached:process.platform!==`win32`});
const{pid}=child;
const forget=pid===void 0?()=>void 0:guardGroup(pid);
const end=reason=>{
if(pid!==void 0&&child.exitCode===null&&child.signalCode===null)endGroup(pid);
resolve(reason)};
const timer=setTimeout(()=>end(`the time was over`),Math.max(1,timeoutMs));
onStart(()=>end(`it was stopped`));
child.once(`error`,({message})=>{
clearTimeout(timer);
resolve(`it did not start: ${message}`)});
child.once(`exit`,code=>{
clearTimeout(timer);
if(pid!==void 0)endOnlyGroup(pid);
forget();
resolve(code??-1)})});
const ownMark=()=>markOf(process.pid);
const isLeft=mark=>{
const[,text]=/^\S+ \S+ (\d+) \S+$/.exec(mark)??[];
const pid=Number(text);
if(!pid)return false;
if(!mark.startsWith(`${placeOf()} `))return false;
return!isAlive(pid)||startOf(pid)!==UNKNOWN&&mark!==markOf(pid)};
const UNKNOWN=`-`;
const markOf=pid=>`${placeOf()} ${pid} ${startOf(pid)}`;
const placeOf=()=>`${hostname()} ${namespaceOf()}`;
const namespaceOf=()=>{
try{
return readlinkSync(`/proc/self/ns/pid`)}catch{
return UNKNOWN}};
const statOf=pid=>{
try{
const stat=readFileSync(`/proc/${pid}/stat`,`utf8`);
return stat.slice(stat.lastIndexOf(`)`)+2).split(` `)}catch{
return}};
const startOf=pid=>statOf(pid)?.[START]??UNKNOWN;
const START=19;
const isAlive=pid=>{
try{
process.kill(pid,0);
return statOf(pid)?.[0]!==`Z`}catch(error){
return error.code===`EPERM`}};
const NAME=/^svc-(?:base|here|run|trial)-\w{6}$/;
const OWNER=`owner`;
const makeOwnFolder=kind=>{
const folder=mkdtempSync(join(resolve(tmpdir()),`svc-${kind}-`));
writeFileSync(join(folder,OWNER),ownMark());
return folder};
const removeLeftFolders=()=>{
const place=tmpdir();
for(const name of namesIn$1(place))removeLeftFolder(join(place,name))};
const removeLeftFolder=folder=>{
if(NAME.test(basename(folder))&&isOwn(folder)&&isLeft(readOwner(folder)))removeFolder(folder)};
const removeFolder=folder=>{
const remove=path=>rmSync(path,{recursive:true,force:true});
try{
for(const name of namesIn$1(folder))if(name!==OWNER)remove(join(folder,name));
remove(folder)}catch{}};
const isOwn=folder=>{
const found=lstatSync(folder,{throwIfNoEntry:false});
return found?.isDirectory()===true&&found.uid===(process.geteuid?.()??found.uid)};
const namesIn$1=folder=>{
try{
return readdirSync(folder)}catch{
return[]}};
const readOwner=folder=>{
try{
return readFileSync(join(folder,OWNER),`utf8`)}catch{
return``}};
const wordsOf=error=>error instanceof Error?error.message:String(error);
const SHOWN_CHARACTERS=300;
const runFile=async start=>{
try{
const own=makeOwnFolder(`trial`);
try{
return await runIn(own,start)}finally{
removeFolder(own)}}catch(error){
return{kind:`void`,reason:wordsOf(error)}}};
const runIn=async(own,start)=>{
const printed=join(own,`printed`);
const output=openSync(printed,`w`);
try{
const{folder,timeoutMs,onStart}=start;
const ended=await runProcess(withFile(start,own).map(word=>moved(word,start)),{folder,env:envOf(start,own),output,timeoutMs,onStart});
if(typeof ended===`string`)return{kind:`void`,reason:ended};
const journals=filesIn(journalFolder(own)).filter(path=>path.endsWith(`.ndjson`));
if(journals.length>0)return{kind:`ran`,outcomes:inCaller(await outcomesOf(journals),start)};
return{kind:`void`,reason:`the runner's reporter wrote no results: ${errorIn(printed)}`,code:ended}}finally{
closeSync(output)}};
const withFile=({words,file},own)=>{
if(!file)return words;
const path=join(own,`in-order.cjs`);
writeFileSync(path,file.text);
return words.map(word=>word.replace(file.path,()=>path))};
const inCaller=(outcomes,{root,caller})=>{
const roots=[...new Set([root,realpathSync(root)])];
const mapped=text=>roots.reduce((before,folder)=>moved(before,{caller:folder,root:caller}),text);
const tests=outcomes.tests.map(test=>({...test,message:mapped(test.message),...test.error&&{error:inFolder(test.error,mapped)}}));
return{...outcomes,tests,errors:outcomes.errors.map(each=>({...each,message:mapped(each.message)}))}};
const inFolder=(error,mapped)=>({...error,message:mapped(error.message),...error.stack!==void 0&&{stack:mapped(error.stack)},...error.cause&&{cause:{...error.cause,message:mapped(error.cause.message)}}});
const envOf=(start,own)=>{
const{env,folder,root}=start;
const inside=Object.fromEntries(Object.entries(withoutGitHook(env)).map(([name,value=``])=>[name,moved(value,start)]));
const temporary=join(own,`t`);
mkdirSync(temporary);
return{...inside,PWD:folder,PATH:pathOf(folder,root,inside.PATH),TMPDIR:temporary,SVC_TRIAL:own,SVC_API_KEY:``,SVC_LOGIN:`0`}};
const moved=(text,{caller,root})=>text.split(caller).reduce((before,after)=>before+(/^(?:[/\\:;,"')\s]|$)/.test(after)?root:caller)+after);
const pathOf=(folder,root,path=``)=>{
const places=[];
for(let place=folder;;place=dirname(place)){
places.push(join(place,`node_modules`,`.bin`));
if(relative(root,place)===``||dirname(place)===place)break}
return[...places,path].join(delimiter)};
const filesIn=folder=>{
try{
return readdirSync(folder).map(name=>join(folder,name))}catch{
return[]}};
const errorIn=path=>{
const lines=readFileSync(path,`utf8`).trimEnd().split(`
`);
return(lines.find(each=>/error/i.test(each))??lines.at(-1)??``).trim().slice(0,SHOWN_CHARACTERS)||`it printed nothing`};
const escapePattern=text=>text.replace(/[.*+?^${}()|[\]\\]/g,`\\$&`);
const asPath=file=>file.startsWith(`-`)?`./${file}`:file;
const whole=names=>`^(?:${names})$`;
const SEQUENCER=`/tmp/svc-in-order.cjs`;
const RUNNERS={playwright:{names:[`playwright`,`playwright.cmd`],verb:`test`,kept:[`--config`,`-c`,`--tsconfig`,`--timeout`,`--ignore-snapshots`],select:({files,names,variant})=>[...files.map(file=>`${escapePattern(file).replace(/^-/,`\\-`)}$`),...names===void 0?[]:[`--grep=(?:${names})$`],...variant===``?[]:[`--project=${variant}`],`--retries=0`,`--workers=1`,`--max-failures=0`],repeat:times=>`--repeat-each=${times}`,inOrder:{words:[],env:{}}},vitest:{names:[`vitest`,`vitest.mjs`,`vitest.cmd`],verb:`run`,kept:[`--config`,`-c`,`--root`,`-r`,`--dir`,`--mode`,`--environment`,`--pool`,`--isolate`,`--no-isolate`,`--globals`,`--dom`,`--testTimeout`,`--hookTimeout`,`--update`],select:({files,names,variant})=>[...files.map(asPath),...names===void 0?[]:[`--testNamePattern=${whole(names)}`],...variant===``?[]:[`--project=${variant}`],`--retry=0`,`--bail=0`,`--coverage.enabled=false`],shuffle:seed=>[`--sequence.shuffle.tests`,`--sequence.seed=${seed}`],inOrder:{words:[`--no-file-parallelism`],env:{SVC_IN_ORDER:`1`}}},jest:{names:[`jest`,`jest.js`,`jest.cmd`],kept:[`--config`,`-c`,`--rootDir`,`--env`,`--testEnvironment`,`--testTimeout`,`--forceExit`],shuffle:seed=>[`--randomize`,`--seed=${seed}`],inOrder:{words:[`--testSequencer=${SEQUENCER}`],env:{},file:{path:SEQUENCER,text:`module.exports = class { sort(tests) { return tests } cacheResults() {} }`}},select:({files,names,variant})=>[...names===void 0?[]:[`--testNamePattern=${whole(names)}`],...variant===``?[]:[`--selectProjects=${variant}`],`--bail=0`,`--ci`,`--coverage=false`,`--runInBand`,`--runTestsByPath`,...files.map(asPath)]}};
const commandOf=name=>{
const runner=Object.hasOwn(RUNNERS,name)?RUNNERS[name]:void 0;
const[program]=runner?.names??[];
if(!runner||program===void 0)return void 0;
return[`npx`,`--no`,program,...runner.verb===void 0?[]:[runner.verb]]};
const MOST_SCRIPTS=4;
const NEEDS_SHELL=/[&|;<>()$`*?~{}[\]\\'"#\n]/;
const VARIABLE=/^([A-Za-z_]\w*)=(.*)$/;
const MANAGER=/^(?:npm|pnpm|yarn|bun)(?:\.cmd)?$/;
const SHORT=new Set([`test`,`t`,`tst`]);
const readTemplate=(words,folder)=>{
const env={};
let rest=words;
for(let i=0;i<MOST_SCRIPTS;i++){
rest=takeVariables(rest,env);
const at=rest.findIndex((word,place)=>runnerOf(word)!==void 0&&!/^(?:-p|--package)$/.test(rest[place-1]??``));
if(at!==-1)return templateOf(rest,at,env);
const script=scriptOf(rest,folder);
if(script===void 0)return void 0;
rest=script}};
const unknownRunner=words=>`${words.join(` `)} does not show how it calls Playwright, Vitest or Jest; --rerun-command names a command that does`;
const runnerOf=word=>Object.values(RUNNERS).find(({names})=>names.includes(basename(word.replaceAll(`\\`,`/`))));
const takeVariables=(words,env)=>{
const at=words.findIndex(word=>!VARIABLE.test(word)&&basename(word)!==`cross-env`);
const first=at===-1?words.length:at;
for(const word of words.slice(0,first)){
const[,name,value=``]=VARIABLE.exec(word)??[];
if(name!==void 0)env[name]=value}
return words.slice(first)};
const templateOf=(words,at,env)=>{
const runner=runnerOf(words[at]??``);
if(!runner)return void 0;
const program=words.slice(0,at+1);
const options=keptOf(words.slice(at+1),runner.kept);
const verb=runner.verb===void 0?[]:[runner.verb];
const{shuffle,select,inOrder}=runner;
return{env,canShuffle:shuffle!==void 0,inOrder,words:({file,variant,after=[]},seed)=>[...program,...verb,...options,...seed===void 0?[]:shuffle?.(seed)??[],...after.length>0?inOrder.words:[],...select({files:[...after,file],variant})]}};
const keptOf=(words,kept)=>{
const options=[];
for(let i=0;i<words.length;i++){
const word=words[i];
const[name=``]=word.split(`=`,1);
if(!kept.includes(name))continue;
options.push(word);
const next=words[i+1];
if(!word.includes(`=`)&&next!==void 0&&!next.startsWith(`-`))options.push(words[++i])}
return options};
const scriptOf=([manager=``,...words],folder)=>{
if(!MANAGER.test(basename(manager)))return void 0;
const[first=``,second=``]=words.filter(word=>!word.startsWith(`-`));
const name=first===`run`||first===`run-script`?second:SHORT.has(first)?`test`:first;
const script=readScripts(folder)[name];
if(name===``||script===void 0||NEEDS_SHELL.test(script))return void 0;
const added=words.slice(words.indexOf(name===`test`&&first!==`run`?first:name)+1);
return[...script.split(/\s+/).filter(Boolean),...added.filter(word=>word!==`--`)]};
const readScripts=folder=>{
try{
return JSON.parse(readFileSync(join(folder,`package.json`),`utf8`)).scripts??{}}catch{
return{}}};
const AT_ONCE=32;
const copyInto=(from,to,place,isLeftOut=()=>false,signal)=>copyAllInto(from,to,[place],isLeftOut,signal);
const copyAllInto=async(from,to,places,isLeftOut=()=>false,signal)=>{
const files=[];
const visit=async path=>{
signal?.throwIfAborted();
const about=await lstat(join(from,path)).catch(()=>void 0);
if(about?.isSymbolicLink()){
await mkdir(dirname(join(to,path)),{recursive:true});
await symlink(sameLink(await readlink(join(from,path)),from,to),join(to,path)).catch(ignoreExisting)}else if(about?.isDirectory()){
await mkdir(join(to,path),{recursive:true});
for(const name of await readdir(join(from,path)))if(!isLeftOut(name))await visit(join(path,name))}else if(about?.isFile())files.push(path)};
for(const place of places)await visit(place);
const copy=async path=>{
await mkdir(dirname(join(to,path)),{recursive:true});
await copyFile(join(from,path),join(to,path),constants.COPYFILE_FICLONE)};
let next=0;
const worker=async()=>{
for(let path=files[next++];path!==void 0&&!signal?.aborted;path=files[next++])await copy(path)};
await Promise.all(Array.from({length:AT_ONCE},worker));
signal?.throwIfAborted()};
const sameLink=(text,from,to)=>{
if(!isAbsolute(text))return text;
const inside=relative(from,text);
return inside.startsWith(`..`)||isAbsolute(inside)?text:join(to,inside)};
const ignoreExisting=error=>{
if(error.code!==`EEXIST`)throw error};
const TIMEOUT_MS=12e4;
const OUTPUT_BYTES=67108864;
const runGit=(folder,env,...args)=>runGitUntil(void 0,folder,env,...args);
const runGitUntil=(signal,folder,env,...args)=>new Promise(resolve=>{
const settings=[`-c`,`safe.directory=${folder}`,`-c`,`core.hooksPath=/dev/null`];
execFile(`git`,[...settings,`-c`,`core.fsmonitor=false`,...args],{cwd:folder,env:{...withoutGitHook(env),GIT_TERMINAL_PROMPT:`0`,LC_ALL:`C`},timeout:TIMEOUT_MS,...signal&&{signal},maxBuffer:OUTPUT_BYTES,windowsHide:true},(error,stdout)=>resolve(error?void 0:stdout)).stdin?.end()});
const REASON=`svc `;
const addWorktree=async(root,sha,{kind,hasFiles,env,signal})=>{
const place=realpathSync(makeOwnFolder(kind));
const folder=join(place,`tree`);
const remove=async()=>{
await runGit(root,env,`worktree`,`remove`,`--force`,`--force`,folder);
removeFolder(place)};
const marks=[`--lock`,`--reason`,`${REASON}${ownMark()}`];
const files=hasFiles?[]:[`--no-checkout`];
if(await runGitUntil(signal,root,env,`worktree`,`add`,...marks,`--detach`,`--force`,...files,folder,sha)!==void 0)return{folder,remove};
await remove();
throw new Error(`git cannot check out ${sha.slice(0,7)}`)};
const removeLeft=async(root,env)=>{
removeLeftFolders();
const listed=await runGit(root,env,`worktree`,`list`,`--porcelain`,`-z`)??``;
for(const entry of listed.split(`\0\0`)){
const lines=entry.split(`\0`);
const folder=lines.find(line=>line.startsWith(`worktree `))?.slice(9);
const reason=lines.find(line=>line.startsWith(`locked `))?.slice(7);
if(!folder||!reason?.startsWith(REASON)||!isLeft(reason.slice(4)))continue;
await runGit(root,env,`worktree`,`remove`,`--force`,`--force`,folder);
removeLeftFolder(dirname(folder))}};
const CACHES=new Set([`.cache`,`.vite`,`.vite-temp`,`.vitest`,`.turbo`]);
const isCache=name=>CACHES.has(name);
const isLeftOut=name=>name===`.git`||name===`.svc`||isCache(name);
const copyTree=async({root,env,what,ignored,since,signal})=>{
const head=(await runGit(root,env,`rev-parse`,`HEAD`))?.trim();
if(!head)throw new Error(`this repository has no commit`);
const tree=await addWorktree(root,head,{kind:`here`,hasFiles:false,env,signal});
try{
if(what===`whole`)await copyInto(root,tree.folder,`.`,isLeftOut,signal);else{
const own=[...await trackedIn(root,env),...await addedIn(root,env,since),...ignored];
await copyAllInto(root,tree.folder,own.filter(isNoPartOf(`.svc`)),isLeftOut,signal)}
await runGitUntil(signal,tree.folder,env,`reset`,`--quiet`,`--mixed`);
return tree}catch(error){
await tree.remove();
throw error}};
const listed=async(root,env,...args)=>[...new Set((await runGit(root,env,`ls-files`,`-z`,...args)??``).split(`\0`))].filter(Boolean);
const trackedIn=(root,env)=>listed(root,env,`--cached`);
const addedIn=async(root,env,since)=>{
const added=await listed(root,env,`--others`,`--exclude-standard`);
if(since===void 0)return added;
const kept=[];
for(const path of added){
const about=await lstat(join(root,path)).catch(()=>void 0);
if(about&&about.mtimeMs<since)kept.push(path)}
return kept};
const isNoPartOf=name=>path=>!path.split(`/`).some(part=>part===name);
const neededOf=untracked=>({modules:untracked.filter(path=>basename(path)===`node_modules`),settings:untracked.filter(path=>basename(path).startsWith(`.env`))});
const leadLinksInside=async({root,folder,env})=>{
for(const{mode,path}of await entriesIn(folder,env)){
if(mode!==LINK)continue;
const place=join(folder,path);
if(!lstatSync(place,{throwIfNoEntry:false})?.isSymbolicLink())continue;
const text=readlinkSync(place);
const own=sameLink(text,root,folder);
if(own===text)continue;
rmSync(place);
symlinkSync(own,place)}};
const leadSettingsInside=(root,folder,paths)=>{
for(const path of paths){
const place=join(folder,path);
if(!lstatSync(place,{throwIfNoEntry:false})?.isFile())continue;
const text=readFileSync(place,`utf8`);
if(text.includes(root))writeFileSync(place,text.replaceAll(root,folder))}};
const fillSubmodules=async({root,folder,env})=>{
for(const{mode,path,id}of await entriesIn(folder,env)){
if(mode!==SUBMODULE)continue;
const here=join(root,path);
if(!existsSync(here)||readdirSync(here).length===0)continue;
const head=(await runGit(here,env,`rev-parse`,`HEAD`))?.trim();
const changes=await runGit(here,env,`status`,`--porcelain`);
if(head!==id||changes!==``)throw new Error(`the submodule ${path} differs on the base; --setup "git submodule update --init" checks it out`);
await copyInto(root,folder,path,name=>name===`.git`)}};
const fillPointers=async({root,folder,sha,env})=>{
const found=await runGit(folder,env,`grep`,`-l`,`-z`,`-F`,POINTER,sha);
for(const entry of(found??``).split(`\0`).filter(Boolean)){
const path=entry.slice(sha.length+1);
if(!isPointer(join(folder,path))||isPointer(join(root,path)))continue;
const[own,here]=[await runGit(root,env,`rev-parse`,`${sha}:${path}`),await runGit(root,env,`rev-parse`,`:${path}`)];
if(own===void 0||own!==here)throw new Error(`${path} of the base is only a pointer of Git LFS; --setup "git lfs pull" fetches it`);
rmSync(join(folder,path));
await copyInto(root,folder,path)}};
const POINTER=`version https://git-lfs.github.com/spec/v1`;
const MOST_POINTER_BYTES=1024;
const isPointer=path=>{
const about=lstatSync(path,{throwIfNoEntry:false});
return about?.isFile()===true&&about.size<=MOST_POINTER_BYTES&&readFileSync(path,`utf8`).startsWith(POINTER)};
const LINK=`120000`;
const SUBMODULE=`160000`;
const entriesIn=async(folder,env)=>{
return(await runGit(folder,env,`ls-files`,`-s`,`-z`)??``).split(`\0`).flatMap(line=>{
const[facts=``,path]=line.split(`	`);
const[mode=``,id=``]=facts.split(` `);
return path===void 0?[]:[{mode,id,path}]})};
const INSTALLS={npm:`ci --prefer-offline --no-audit --no-fund`,pnpm:`install --frozen-lockfile --prefer-offline`,yarn:`install --frozen-lockfile --prefer-offline`,"yarn-berry":`install --immutable`,bun:`install --frozen-lockfile`};
const installOf=(folder,env)=>{
if(!existsSync(join(folder,`package.json`)))return``;
const manager=managerOf(folder);
return[...startOf$1(manager,folder,env),INSTALLS[manager]].join(` `)};
const neededIn=async({root,copies,env})=>{
for(const path of copies){
if(isAbsolute(path))throw new Error(outside(path));
if(!existsSync(join(root,path)))throw new Error(`--copy ${path}: there is no such file`);
if(!isInside(realpathSync(root),realpathSync(dirname(join(root,path)))))throw new Error(outside(path))}
const{modules,settings}=neededOf((await untrackedIn(root,env)).filter(path=>!path.startsWith(`.svc/`)));
return{modules,settings:[...copies,...settings]}};
const outside=path=>`--copy ${path}: the file is outside of the repository; name one inside, relative to its top`;
const isInside=(root,folder)=>`${folder}${sep}`.startsWith(`${root}${sep}`);
const fillCheckout=async(folder,{modules,settings},wanted)=>{
const{root,sha,env}=wanted;
await leadLinksInside({root,folder,env});
for(const path of settings)await copyInto(root,folder,path);
leadSettingsInside(root,folder,settings);
await fillSubmodules({root,folder,sha,env});
await fillPointers({root,folder,sha,env});
await fillModules(folder,modules,wanted)};
const fillModules=async(folder,modules,wanted)=>{
const{root,sha,setup,env,signal}=wanted;
const other=await otherDependencies(root,sha,env);
if(other===void 0)for(const place of modules)await copyInto(root,folder,place,isCache,signal);
const copied=other===void 0&&setup===void 0?await copiedPackage(root,modules,env):void 0;
if(copied!==void 0)throw new Error(`${copied} is a copy of a package of this repository, and not a link; --setup installs the base`);
const schema=setup===void 0?await generatedFrom(root,sha,env):void 0;
if(schema!==void 0)throw new Error(`${schema} differs, and its client may be generated into node_modules; --setup makes it anew`);
const command=setup??(other===void 0?void 0:installOf(folder,env));
const hint=setup||!other?``:`, whose ${other} differs; --setup names another command`;
if(command!==void 0)await setUp(command,{folder,side:`on the base${hint}`},wanted)};
const setUp=async(command,{folder,side},{env,timeoutMs,onStart})=>{
const ended=await runProcess([command],{folder,env:withoutGitHook({...env,PWD:folder}),shell:true,output:`ignore`,timeoutMs,onStart});
if(ended===0)return;
throw new Error(`${command} ${typeof ended===`string`?`did not end: ${ended}`:`ended with ${ended}`} ${side}`)};
const generatedFrom=async(root,sha,env)=>(await runGit(root,env,`diff`,`--name-only`,`-z`,sha,`--`,`:(glob)**/*.prisma`))?.split(`\0`).find(Boolean);
const untrackedIn=async(root,env)=>{
return(await runGit(root,env,`ls-files`,`--others`,`--directory`,`-z`)??``).split(`\0`).flatMap(path=>path===``?[]:[path.replace(/\/$/,``)])};
const copiedPackage=async(root,modules,env)=>{
const names=(await runGit(root,env,`ls-files`,`-z`,`--`,`:(glob)**/package.json`)??``).split(`\0`).filter(Boolean).flatMap(path=>nameIn(join(root,path))??[]);
for(const place of modules)for(const name of names){
const path=join(root,place,name);
if(existsSync(path)&&lstatSync(path).isDirectory()&&lstatSync(dirname(path)).isDirectory())return join(place,name)}};
const nameIn=path=>{
try{
const{name}=JSON.parse(readFileSync(path,`utf8`));
return typeof name===`string`?name:void 0}catch{
return}};
const LOCK_FILES=[`package-lock.json`,`npm-shrinkwrap.json`,`pnpm-lock.yaml`,`pnpm-workspace.yaml`,`yarn.lock`,`bun.lock`,`bun.lockb`];
const FIELDS=[`name`,`dependencies`,`devDependencies`,`optionalDependencies`,`peerDependencies`,`overrides`,`resolutions`,`pnpm`,`workspaces`];
const otherDependencies=async(root,sha,env)=>{
const patterns=[...LOCK_FILES,`package.json`].map(name=>`:(glob)**/${name}`);
const changed=await runGit(root,env,`diff`,`--name-only`,`-z`,sha,`--`,...patterns);
for(const path of(changed??``).split(`\0`).filter(Boolean)){
if(basename(path)!==`package.json`)return path;
const before=await runGit(root,env,`show`,`${sha}:${path}`);
if(fieldsOf(before)!==fieldsOf(readText(join(root,path))))return path}};
const fieldsOf=text=>{
try{
const manifest=JSON.parse(text??`{}`);
return JSON.stringify(FIELDS.map(name=>manifest[name]??null))}catch{
return text??``}};
const readText=path=>{
try{
return readFileSync(path,`utf8`)}catch{
return}};
const fetchCommit=async(root,sha,env,signal)=>{
if(!WHOLE_SHA.test(sha))return false;
const git=(...args)=>runGitUntil(signal,root,env,...args);
if(await git(`cat-file`,`-e`,`--end-of-options`,`${sha}^{commit}`)!==void 0)return true;
return await git(`fetch`,`--no-tags`,...(await git(`rev-parse`,`--is-shallow-repository`))?.trim()===`true`?[`--depth=1`]:[],`--end-of-options`,`origin`,sha)!==void 0};
const BROKEN$1={failures:60,passes:1};
const SOUND={failures:1,passes:300};
const FLAKY={failures:1.6,passes:6};
const ANY={failures:2,passes:1};
const MODELS={change:{prior:.42,of:({here,base,history})=>log(BROKEN$1,here)+log(SOUND,sum(base,history))},"change-of-flake":{prior:.02,of:({here,base,history})=>log(BROKEN$1,here)+log(FLAKY,sum(base,history))},"change-flaky":{prior:.06,of:({here,base,history})=>log(ANY,here)+log(SOUND,sum(base,history))},flake:{prior:.35,of:({here,base,history})=>log(FLAKY,sum(sum(here,base),history))},both:{prior:.1,of:({here,base,history})=>log(BROKEN$1,here)+log(BROKEN$1,base)+Math.max(log(SOUND,history),log(FLAKY,history),log(BROKEN$1,history))},company:{prior:.05,of:({here,base,history})=>log(SOUND,here)+log(SOUND,sum(base,history))}};
const posteriorOf=evidence=>{
const logs=Object.entries(MODELS).map(([cause,{prior,of}])=>[cause,Math.log(prior)+of(evidence)]);
const most=Math.max(...logs.map(([,value])=>value));
const shares=logs.map(([cause,value])=>[cause,Math.exp(value-most)]);
const total=shares.reduce((before,[,share])=>before+share,0);
return Object.fromEntries(shares.map(([cause,share])=>[cause,share/total]))};
const withTrial=(evidence,side,outcome)=>({...evidence,[side]:{...evidence[side],[outcome]:evidence[side][outcome]+1},last:outcome,repeated:evidence.repeated+(evidence.last===outcome?1:0)});
const sum=(one,other)=>({failed:one.failed+other.failed,passed:one.passed+other.passed});
const log=({failures,passes},{failed,passed})=>rising(failures,failed)+rising(passes,passed)-rising(failures+passes,failed+passed);
const rising=(from,factors)=>{
let total=0;
for(let i=0;i<factors;i++)total+=Math.log(from+i);
return total};
const labelOf=({file,titles})=>[file,...titles].filter(part=>part!==``).join(` > `);
const triedOf=(test,side,{kind,seconds},{name,after})=>{
const ended={failed:`failed`,passed:`passed`,void:`no result`}[kind];
const company=after===0?``:` after ${after} ${after===1?`file`:`files`}`;
return`${ended} ${side===`here`?`here`:`on ${name}`}${company} (${seconds.toFixed(1)} s): ${labelOf(test)}`};
const sentenceOf$1=({finding,evidence:{here,base},reason=``,neighbours},name,isBaseOlder)=>{
const alone=countsIn({here,base},name);
const counts=neighbours?`${countsAfter(neighbours,name)}; its file passes alone (${alone})`:alone;
return{proved:isBaseOlder?`this change breaks it: ${counts}`:`this change breaks it, or a commit of ${name} that this branch lacks has mended it: ${counts}`,"new-flake":`this change makes it flaky: ${counts}`,flake:`it is flaky on both sides: ${counts}`,"fails-on-base-now":`it fails on ${name} too: ${counts}`,"flaky-here":`it is flaky here, on the same code: ${counts}`,"passes-alone":neighbours?inCompany(neighbours,alone,name):`its file passes alone (${counts}), so it may need the tests that ran before it. It is not cleared`,undecided:here.failed+here.passed+base.failed+base.passed===0?`undecided: the time was too short`:`undecided: ${counts}`,void:here.failed+here.passed>0&&base.failed+base.passed===0?`it fails in ${fails(here)} runs here; ${name} has no valid run (${reason})${reason.startsWith(`it fails with another error`)?``:`. A test that this change adds, moves or renames is not on ${name}`}`:`no valid run: ${reason}`}[finding]};
const inCompany=(neighbours,alone,name)=>{
const{files,finding,evidence,reason}=neighbours;
const passesAlone=`its file passes alone (${alone})`;
if(finding===`passes-alone`)return`it fails only in the whole run: ${passesAlone}, and ${afterFiles(files)}, too (in ${evidence.here.passed} of ${evidence.here.passed} runs here). It is not cleared`;
if(evidence.here.failed>0&&finding!==`void`)return`${passesAlone}, and ${countsAfter(neighbours,name)}. It is not cleared`;
return`${passesAlone}, so it may need the tests that ran before it, and no run ${afterFiles(files)} says more${reason===void 0?``:` (${reason})`}. It is not cleared`};
const countsAfter=({files,evidence},name)=>`${afterFiles(files)}, ${countsIn(evidence,name)}`;
const afterFiles=files=>files.length===1?`after ${files[0]}`:`after the ${files.length} files before it`;
const countsIn=({here,base},name)=>{
return`it fails in ${fails(here)} runs here, in ${fails(base)} on ${name} now`};
const fails=({failed,passed})=>`${failed} of ${failed+passed}`;
const burnLines=({burned,runs,seconds},subjects,wasFlaky)=>{
const fresh=new Set(subjects.filter(({isNew})=>isNew));
const isNewlyFlaky=({test,finding})=>finding===`flaky`&&(fresh.has(test)||!wasFlaky(test));
const lines=burned.flatMap(one=>{
const said=sentenceOf(one,one.finding===`flaky`&&!isNewlyFlaky(one));
return said===void 0?[]:[`${labelOf(one.test)}: ${fresh.has(one.test)?`new`:`changed`} test, ${said}`]});
const flaky=burned.filter(isNewlyFlaky).length;
const unseen=burned.filter(({finding,reason})=>finding===`unseen`&&reason===void 0).length;
const summary=`burn-in: ${counted(runs,`run`)} in ${Math.round(seconds)} s; of ${counted(burned.length,`new or changed test`)} ${flaky} ${flaky===1?`is`:`are`} newly flaky${unseen>0?`, ${unseen} did not run`:``}`;
return{lines:[...lines,summary],flaky}};
const sentenceOf=({finding,counts,inOrder,reason},isOld)=>{
const{failed,passed}=counts;
const of=one=>`${one.failed} of ${one.failed+one.passed}`;
const others={failed:failed-inOrder.failed,passed:passed-inOrder.passed};
return{flaky:`failed ${of(counts)} on the same code${isOld?`; it was flaky before this change, too`:``}`,order:`which depends on the order of the tests in its file: failed ${of(inOrder)} in its own order, ${of(others)} in others`,fails:`failed ${of(counts)} on the same code`,passes:void 0,unseen:reason===void 0?void 0:`not repeated: ${reason}`}[finding]};
const counted=(number,what)=>`${number} ${what}${number===1?``:`s`}`;
const REPEATED=2;
const findingOf=orders=>{
const all=[...orders.values()];
if(all.some(({failed,passed})=>failed>0&&passed>0))return`flaky`;
const failing=all.filter(({failed})=>failed>0);
const passing=all.filter(({passed})=>passed>0);
if(failing.length===0)return passing.length===0?`unseen`:`passes`;
if(passing.length===0)return`fails`;
return failing.some(({failed})=>failed>=REPEATED)?`order`:`passes`};
const doubtfulOrder=orders=>{
for(const[order,{failed,passed}]of orders)if(order!==`own`&&failed>0&&failed+passed<REPEATED)return order};
const totalOf=orders=>[...orders.values()].reduce((sum,{failed,passed})=>({failed:sum.failed+failed,passed:sum.passed+passed}),{failed:0,passed:0});
const MOST_VOID$1=2;
const FIRST_RUNS=4;
const BROKEN=5;
const burn=async(tests,run,{budget,now,isStopped,canShuffle,random},tell=()=>void 0)=>{
const end=now()+budget;
const cases=casesOf(tests);
let shuffles=canShuffle;
for(;;){
const left=end-now();
const[next]=cases.filter(isOpen).sort(byTurn);
if(!next||left<=0||isStopped())break;
const seed=shuffles?seedOf(next,random):void 0;
const ran=await run(next.tests.map(({test})=>test),seed,left);
if(ran.kind===`void`&&(isStopped()||now()>=end))break;
next.seconds+=ran.seconds;
next.runs+=1;
if(ran.kind===`ran`)take$1(next,seed??`own`,ran);else if(seed!==void 0)shuffles=false;else{
next.voids+=1;
next.reason=ran.reason}
tell(next.tests.map(burnedOf(next)),ran)}
return{burned:cases.flatMap(one=>one.tests.map(burnedOf(one))),runs:cases.reduce((sum,{runs})=>sum+runs,0)}};
const casesOf=tests=>{
const cases=new Map;
for(const test of tests){
const key=JSON.stringify([test.file,test.variant]);
const one=cases.get(key)??{tests:[],runs:0,seconds:0,voids:0};
one.tests.push({test,orders:new Map,trials:[]});
cases.set(key,one)}
return[...cases.values()]};
const isOpen=({tests,voids})=>voids<MOST_VOID$1&&tests.some(({orders})=>!isDecided(orders));
const isDecided=orders=>{
const finding=findingOf(orders);
return finding===`flaky`||finding===`fails`&&totalOf(orders).failed>=BROKEN};
const byTurn=(one,other)=>Math.min(one.runs,FIRST_RUNS)-Math.min(other.runs,FIRST_RUNS)||one.seconds-other.seconds;
const seedOf=({tests,runs},random)=>{
for(const{orders}of tests){
const again=doubtfulOrder(orders);
if(again!==void 0&&!isDecided(orders))return again}
return random()<.5?void 0:runs+1};
const take$1=(one,order,{results,errors,seconds})=>{
one.voids=0;
const passed={order,result:`passed`,seconds};
for(const{test,orders,trials}of one.tests){
const result=results.get(test);
if(result===void 0)continue;
const error=errors?.get(test);
if(result!==`passed`)trials.push({order,result:`failed`,seconds,...error&&{error}});
if(result!==`failed`)trials.push(passed);
const before=orders.get(order)??{failed:0,passed:0};
orders.set(order,{failed:before.failed+(result===`passed`?0:1),passed:before.passed+(result===`failed`?0:1)})}};
const burnedOf=({voids,reason})=>({test,orders,trials})=>({test,trials,finding:findingOf(orders),counts:totalOf(orders),inOrder:orders.get(`own`)??{failed:0,passed:0},...voids>=MOST_VOID$1&&reason!==void 0&&{reason}});
const readTree=async(root,env,since=Number.POSITIVE_INFINITY)=>{
const head=(await runGit(root,env,`rev-parse`,`--verify`,`HEAD`))?.trim();
const listed=await runGit(root,env,`status`,...[`--porcelain`,`--no-renames`,`--untracked-files=all`,`-z`],`--`,`:(exclude,glob)**/.svc/**`);
const entries=listed?.split(`\0`).filter(Boolean)??[];
const added=entries.filter(entry=>entry.startsWith(NEW));
return{head,isDirty:listed===void 0||added.length<entries.length,hasNewFiles:await isAnyOlder(root,added,since)}};
const NEW=`?? `;
const isAnyOlder=async(root,added,since)=>{
for(const entry of added){
const about=await lstat(join(root,entry.slice(3))).catch(()=>void 0);
if(about&&about.mtimeMs<since)return true}
return false};
const prepareTrials=({words,folder,root,seconds,env,onStop})=>{
const template=readTemplate(words,folder);
if(!template)return{reason:unknownRunner(words)};
const clock=startClock(seconds,onStop);
const inside=relative(root,folder);
const fromFolder=file=>relative(inside,file).replaceAll(`\\`,`/`);
return{...clock,template,calledFor:({file,variant,after=[]},seed)=>{
const selected={file:fromFolder(file),variant:env.SVC_VARIANT?``:variant,after:after.map(fromFolder)};
return{words:template.words(selected,seed),names:Object.keys(template.env),inside,...after.length>0&&{before:template.inOrder}}},run:async(tree,called,secondsLeft)=>{
const before=clock.now();
const ran=await runFile({words:called.words,env:{...env,...template.env,...called.before?.env},folder:join(tree,inside),root:tree,caller:root,timeoutMs:secondsLeft*1e3,onStart:clock.onStart,...called.before?.file&&{file:called.before.file}});
clock.ended();
return{ran,seconds:clock.now()-before}}}};
const burnIn=wish=>burnInCopy(wish).catch(error=>({reason:wordsOf(error)}));
const burnInCopy=async wish=>{
const{tests,root,seconds,env}=wish;
const trials=prepareTrials(wish);
if(`reason`in trials)return trials;
const startedAt=Date.now();
const{now,isStopped,signal,calledFor}=trials;
await removeLeft(root,env);
const copied=await copyTree({root,env,what:`whole`,ignored:[],signal}).catch(error=>({reason:signal.aborted?endedBefore(isStopped()):wordsOf(error)}));
try{
if(`reason`in copied)return copied;
const state=await readTree(root,env,wish.since);
const run=async(file,seed,secondsLeft)=>{
const called=calledFor(file[0]??{file:``,variant:``},seed);
const{ran,seconds}=await trials.run(copied.folder,called,secondsLeft);
return ran.kind===`void`?{...ran,seconds}:{kind:`ran`,...resultsOf(file,ran.outcomes.tests,seed),seconds}};
const{canShuffle}=trials.template;
const bounds={budget:seconds-now(),now,isStopped,canShuffle,random:Math.random};
return{...await burn(tests,run,bounds,wish.tell),seconds:now(),head:state.head??``,state,startedAt,commandOf:test=>commandHere(calledFor(test))}}finally{
trials.forget();
if(`folder`in copied)await copied.remove()}};
const endedBefore=isStopped=>isStopped?`it was stopped`:`the time was over before the tree was copied`;
const resultsOf=(tests,outcomes,seed)=>{
const byName=new Map;
for(const outcome of outcomes)byName.set(nameOf(outcome),[...byName.get(nameOf(outcome))??[],outcome]);
const results=new Map;
const errors=new Map;
for(const test of tests){
const named=byName.get(nameOf(test))??[];
if(named.length>1&&seed!==void 0)continue;
const found=named.find(({occurrence=0})=>occurrence===(test.occurrence??0));
if(!found||found.result===`skipped`)continue;
results.set(test,found.result===`flaky`?`both`:found.result);
if(found.error)errors.set(test,found.error)}
return{results,errors}};
const nameOf=({file,titles,variant})=>JSON.stringify([file,variant,titles]);
const ROUNDING_MS=2;
const MOST$1=60;
const MOST_CHARACTERS=3e3;
const filesBefore=({file,variant},ran,seconds)=>{
const own=ran.find(each=>each.file===file&&each.variant===variant);
if(!own)return[];
const ended=ran.filter(each=>each.variant===variant&&each.file!==file&&each.endMs<=own.startMs+2);
const files=[];
let[left,characters]=[seconds,MOST_CHARACTERS];
for(const each of ended.reverse()){
left-=(each.endMs-each.startMs)/1e3;
characters-=each.file.length+1;
if(left<0||characters<0||files.length===MOST$1)break;
files.unshift(each.file)}
return files};
const SURE_OF_MINE=.99;
const SURE_OF_OTHERS=.998;
const SURE_OF_FLAKY=.95;
const REPEATS=3;
const MOST_TRIALS=24;
const PASSES_ALONE=15;
const decide=evidence=>{
const{here,base}=evidence;
const of=posteriorOf(evidence);
const mine=of.change+of[`change-of-flake`]+of[`change-flaky`];
if(here.passed===0&&here.failed>=REPEATS&&base.passed>=REPEATS&&evidence.repeated>0){
if(mine>=SURE_OF_MINE)return`proved`}
if(here.failed>0&&base.failed>0){
if(base.passed>0&&of.flake>=SURE_OF_OTHERS)return`flake`;
if(base.failed>=REPEATS&&base.passed===0&&of.both>=SURE_OF_OTHERS)return`fails-on-base-now`}
if(here.failed>0&&here.passed>0&&of[`change-flaky`]>=SURE_OF_FLAKY)return`new-flake`;
if(here.failed===0&&here.passed>=PASSES_ALONE)return`passes-alone`;
return base.failed+base.passed>=MOST_TRIALS||here.failed+here.passed>=MOST_TRIALS?conclude(evidence):null};
const passesAlone=({here,base})=>here.failed===0&&base.failed===0&&here.passed>=REPEATS;
const conclude=({here})=>{
if(here.failed>0&&here.passed>0)return`flaky-here`;
return here.failed===0&&here.passed>=REPEATS?`passes-alone`:`undecided`};
const entropyOf=posterior=>Object.keys(posterior).reduce((total,cause)=>{
const share=posterior[cause];
return share===0?total:total-share*Math.log2(share)},0);
const SIDES=[`here`,`base`];
const OUTCOMES=[`failed`,`passed`];
const nextSide=(evidence,seconds,random)=>{
const[here,base]=SIDES.map(side=>({side,gain:Math.max(gainOf(evidence,side),1e-9)/seconds[side]}));
const ahead=trialsOf(evidence.here)-trialsOf(evidence.base);
return{side:(Math.abs(ahead)>=2?ahead>0?base:here:random()<shareOf(here,base)?here:base).side,gain:Math.max(here.gain,base.gain)}};
const LEAST_SHARE=.25;
const shareOf=(here,base)=>Math.min(.75,Math.max(LEAST_SHARE,here.gain/(here.gain+base.gain)));
const trialsOf=({failed,passed})=>failed+passed;
const gainOf=(evidence,side)=>{
const before=posteriorOf(evidence);
const[failed,passed]=OUTCOMES.map(outcome=>posteriorOf(withTrial(evidence,side,outcome)));
const share=failureShare(before,failed,passed);
return entropyOf(before)-share*entropyOf(failed)-(1-share)*entropyOf(passed)};
const failureShare=(before,failed=before,passed=before)=>{
const[cause]=Object.keys(before).sort((a,b)=>Math.abs(failed[b]-passed[b])-Math.abs(failed[a]-passed[a]));
if(cause===void 0||failed[cause]===passed[cause])return .5;
return Math.min(1,Math.max(0,(before[cause]-passed[cause])/(failed[cause]-passed[cause])))};
const MOST_VOID=2;
const seek=async(suspects,trial,{budget,now,isStopped,random},{tell,isEnough}={})=>{
const end=now()+budget;
const cases=new Map(suspects.map(suspect=>[suspect.test,caseOf(suspect,true)]));
const besides=test=>{
const known=cases.get(test)??caseOf({test,runsBefore:{failed:0,passed:1}},false);
cases.set(test,known);
return known};
for(;;){
const left=end-now();
const[next]=[...cases.values()].filter(one=>one.isSuspect&&!one.isDecided&&!isEnough?.(proofOf(one))).map(one=>({one,...nextSide(one.evidence,one.seconds,random)})).map(promised=>isOut(promised.one,`base`)?{...promised,side:`here`}:promised).sort((a,b)=>b.gain-a.gain);
if(!next||left<=0||isStopped())break;
const{beside=[],...outcome}=await trial(next.one.test,next.side,left);
if(outcome.kind===`void`&&(isStopped()||now()>=end))break;
take(next.one,next.side,outcome);
for(const other of beside)take(besides(other.test),next.side,other.outcome);
tell?.(proofOf(next.one),next.side,outcome);
const{spare,isDecided,finding}=next.one;
if(spare!==void 0&&isDecided&&finding===`void`)besides(spare).isSuspect=true}
return[...cases.values()].map(proofOf)};
const caseOf=({test,spare,runsBefore},isSuspect)=>({test,isSuspect,...spare!==void 0&&{spare},evidence:{here:{failed:0,passed:0},base:{failed:0,passed:0},history:runsBefore,repeated:0},trials:[],seconds:{here:1,base:1},voids:{here:0,base:0},finding:`undecided`,isDecided:false});
const take=(one,side,outcome)=>{
if(one.isDecided)return;
one.trials.push({side,outcome});
one.seconds[side]=Math.max(outcome.seconds,.01);
if(outcome.kind===`void`){
one.voids[side]+=1;
one.reason=outcome.reason;
if(isOut(one,side)){
one.finding=`void`;
one.isDecided=side===`here`||triedHere(one)}
return}
one.voids[side]=0;
one.evidence=withTrial(one.evidence,side,outcome.kind);
if(isOut(one,`base`)){
one.isDecided=true;
return}
const finding=decide(one.evidence);
one.finding=finding??conclude(one.evidence);
one.isDecided=finding!==null};
const isOut=({voids},side)=>voids[side]>=MOST_VOID;
const triedHere=({evidence:{here}})=>here.failed+here.passed>0;
const proofOf=({test,evidence,finding,reason,trials,isSuspect})=>({test,evidence,finding,trials,isSuspect,...finding===`void`&&reason!==void 0&&{reason}});
const MOST_WHOLE=2;
const LEFT_BEHIND=`what these tests left behind breaks it alone, too`;
const seekNeighbours=async({test,evidence,trials:alone},before,trial,bounds)=>{
const{now,isStopped}=bounds;
const end=now()+bounds.budget;
const isOver=()=>isStopped()||now()>=end;
const here=[];
const tryHere=async files=>{
const outcome=await trial(files,`here`,end-now());
if(outcome.kind===`void`&&isOver())return`void`;
here.push({side:`here`,outcome});
return outcome.kind};
const history=[evidence.history,evidence.here,evidence.base].reduce(sum);
const said=more=>({files:before,of:before.length,evidence:{here:countsOf(here),base:NONE,history,repeated:0},trials:here,...more});
let fails=false;
while(!fails&&here.length<MOST_WHOLE&&!isOver())fails=await tryHere(before)===`failed`;
if(!fails)return said(countsOf(here).passed>0?{finding:`passes-alone`}:voidOf(here));
let files=before;
while(files.length>1&&!isOver()){
const middle=Math.ceil(files.length/2);
const[later,earlier]=[files.slice(middle),files.slice(0,middle)];
if(await tryHere(later)===`failed`)files=later;else if(!isOver()&&await tryHere(earlier)===`failed`)files=earlier;else break}
const lastly=2*Math.max(0,...alone.map(({outcome})=>outcome.seconds));
const[proof]=await seek([{test,runsBefore:history}],(_test,side,left)=>trial(files,side,left),{...bounds,budget:end-now()-lastly});
if(!proof)return said({finding:`undecided`});
const found=said({files,...proof});
if(proof.evidence.here.failed+proof.evidence.base.failed===0)return found;
for(const side of[`here`,`base`]){
const outcome=isOver()?{kind:`void`,reason:`the time was over`,seconds:0}:await trial([],side,end-now());
if(outcome.kind===`passed`)continue;
const reason=outcome.kind===`void`?outcome.reason:LEFT_BEHIND;
return{...found,finding:`void`,reason,trials:found.trials.map(asVoid(reason))}}
return found};
const untried=(files,reason)=>({files,of:files.length,evidence:{here:NONE,base:NONE,history:NONE,repeated:0},trials:[],finding:`void`,reason});
const NONE={failed:0,passed:0};
const countsOf=trials=>({failed:trials.filter(({outcome})=>outcome.kind===`failed`).length,passed:trials.filter(({outcome})=>outcome.kind===`passed`).length});
const voidOf=trials=>{
const outcome=trials.at(-1)?.outcome;
return outcome?.kind===`void`?{finding:`void`,reason:outcome.reason}:{finding:`undecided`}};
const asVoid=reason=>({side,outcome:{seconds}})=>({side,outcome:{kind:`void`,reason,seconds}});
const orderTrouble=({file,variant},files,{outcomes:{tests,files:ran}})=>{
const own=ran.find(each=>each.file===file&&each.variant===variant);
if(!own)return void 0;
const reported=new Set(tests.map(test=>test.file));
const missing=files.find(each=>!reported.has(each));
if(missing!==void 0)return`${missing} did not run before it`;
const others=ran.filter(each=>each!==own);
const other=others.find(each=>!files.includes(each.file)||each.variant!==variant);
if(other)return`${other.file} ran, too`;
return[...[...others].sort((one,next)=>files.indexOf(one.file)-files.indexOf(next.file)),own].find((each,at,all)=>each.startMs+2<(all[at-1]?.endMs??0))&&`the runner took the files in another order`};
const changedFiles=async(root,sha,env)=>{
if(!await fetchCommit(root,sha,env))return void 0;
const since=(await runGit(root,env,`merge-base`,sha,`HEAD`))?.trim()||sha;
const changed=await runGit(root,env,`diff`,`--name-only`,`--no-renames`,`-z`,since);
const added=await runGit(root,env,`ls-files`,`--others`,`--exclude-standard`,`--full-name`,`-z`);
if(changed===void 0||added===void 0)return void 0;
return new Set([changed,added].flatMap(listed=>listed.split(`\0`).filter(Boolean)))};
const namesIn=async(root,sha,env)=>{
const words=(await runGit(root,env,`diff`,`--name-status`,`--find-renames`,`--diff-filter=R`,`-z`,sha)??``).split(`\0`);
const names=new Map;
for(let at=0;at+2<words.length;at+=3)names.set(words[at+2]??``,words[at+1]??``);
return names};
const makeTrees=async wanted=>{
const{root,sha,setup,env,since,signal}=wanted;
const git=(...args)=>runGitUntil(signal,root,env,...args);
if(!WHOLE_SHA.test(sha))return{reason:`the server named a base that is no whole sha of a commit`};
const made=[];
try{
await removeLeft(root,env);
const isHere=await fetchCommit(root,sha,env,signal);
signal.throwIfAborted();
if(!isHere)return{reason:`the commit ${sha.slice(0,7)} of the base is not here and cannot be fetched`};
const head=(await git(`rev-parse`,`HEAD`))?.trim();
if(!head)return{reason:`this repository has no commit`};
const needed=await neededIn(wanted);
const base=await addWorktree(root,sha,{kind:`base`,hasFiles:true,env,signal});
made.push(base);
const{settings}=needed;
const here=await copyTree({root,env,what:`tested`,ignored:[...settings,...needed.modules],since,signal});
made.push(here);
const state=await readTree(root,env,since);
await leadLinksInside({root,folder:here.folder,env});
leadSettingsInside(root,here.folder,settings);
await fillCheckout(base.folder,needed,wanted);
if(setup!==void 0)await setUp(setup,{folder:here.folder,side:`on this tree`},wanted);
signal.throwIfAborted();
const common=(await git(`merge-base`,sha,head))?.trim();
return{here,base,head,state,isBaseOlder:common===void 0||common===sha}}catch(error){
for(const tree of made)await tree.remove();
return{reason:signal.aborted?`the time was over before both sides were ready`:wordsOf(error)}}};
const AS_IT_IS=`* -text -filter -ident -working-tree-encoding
`;
const sealTree=async(folder,{env,signal})=>{
const place=makeOwnFolder(`trial`);
const own=join(place,`sealed`);
const remove=()=>removeFolder(place);
const git=async(...args)=>{
if(await runGitUntil(signal,folder,env,`--git-dir=${own}`,`--work-tree=${folder}`,`-c`,`core.compression=0`,...args)===void 0)throw new Error(`git cannot restore the files of a trial`)};
try{
await git(`init`,`--quiet`);
mkdirSync(join(own,`info`),{recursive:true});
writeFileSync(join(own,`info`,`attributes`),AS_IT_IS);
await git(`add`,`--all`,`--force`,`--`,`.`,`:(exclude,glob)**/node_modules/**`)}catch(error){
remove();
throw error}
return{restore:async()=>{
await git(`checkout-index`,`--force`,`--all`);
await git(`clean`,`-ffdxq`,`-e`,`node_modules`)},remove}};
const LEAST_TIMES=3;
const MOST_SUSPECTS=20;
const prove=search=>proveIn(search).catch(error=>({reason:wordsOf(error)}));
const proveIn=async search=>{
const{root,base,seconds,setup,copies,env}=search;
const trials=prepareTrials(search);
if(`reason`in trials)return trials;
const startedAt=Date.now();
const{now,isStopped,signal,calledFor}=trials;
const trees=await makeTrees({root,sha:base.sha,copies,since:search.since,env,timeoutMs:seconds*1e3,signal,onStart:trials.onStart,...setup!==void 0&&{setup}});
try{
if(`reason`in trees)return isStopped()?{reason:`it was stopped`}:trees;
const compare=makeComparison();
let leg;
const names=await namesIn(root,base.sha,env);
const onBase=files=>files.map(file=>names.get(file)??file).filter(file=>existsSync(join(trees.base.folder,file)));
const run=async(test,side,secondsLeft,files=[])=>{
const after=side===`base`?onBase(files):files;
const{ran,seconds}=await trials.run(trees[side].folder,calledFor({...test,after}),secondsLeft);
if(side===`here`&&ran.kind===`ran`)leg??=ran.outcomes.tests[0]?.leg;
const reason=ran.kind===`ran`&&files.length>0?orderTrouble(test,after,ran):void 0;
return{ran:reason===void 0?ran:{kind:`void`,reason},seconds}};
const trial=async(test,side,secondsLeft)=>{
const{ran,seconds}=await run(test,side,secondsLeft);
const beside=search.failures.flatMap(other=>other!==test&&other.file===test.file&&other.variant===test.variant?[{test:other,outcome:{...compare(other,side,ran),seconds}}]:[]);
return{...compare(test,side,ran),seconds,beside}};
const ranWith=test=>search.ranWith?.(test)??[];
const half=(seconds+now())/2;
const bounds={now,isStopped,random:Math.random};
const proofs=await seek(suspectsOf(search.failures),trial,{...bounds,budget:seconds-now()},{tell:({test},side,outcome)=>search.tell?.(test,side,outcome,0),isEnough:({test,evidence})=>now()>=half&&passesAlone(evidence)&&filesBefore(test,ranWith(test),seconds).length>0});
const afterOthers=async(test,files,side,secondsLeft)=>{
const{ran,seconds}=await run(test,side,secondsLeft,files);
const outcome={...compare(test,side,ran),seconds};
search.tell?.(test,side,outcome,files.length);
return outcome};
await addNeighbours(proofs,{...bounds,seconds,ranWith,trial:afterOthers,trees,env,signal});
return{proofs,isBaseOlder:trees.isBaseOlder,head:trees.head,state:trees.state,startedAt,...leg!==void 0&&{leg},commandsOf:(test,after=[])=>commandsOf(calledFor({...test,after}),{sha:base.sha,install:setup??installOf(root,env)},calledFor({...test,after:after.map(file=>names.get(file)??file)}))}}finally{
trials.forget();
if(`here`in trees)for(const tree of[trees.here,trees.base])await tree.remove()}};
const suspectsOf=failures=>{
const clusters=new Map;
for(const failure of failures){
const line=errorLine(failure.message);
clusters.set(line,[...clusters.get(line)??[],failure])}
return[...clusters.values()].sort((a,b)=>b.length-a.length).slice(0,MOST_SUSPECTS).flatMap(([test,...others])=>{
const spare=others.find(({file})=>file!==test?.file)??others[0];
return test?[{test,runsBefore:{failed:0,passed:1},...spare&&{spare}}]:[]})};
const addNeighbours=async(proofs,{seconds,ranWith,trial,trees,env,signal,...bounds})=>{
const{now,isStopped}=bounds;
const sealed=[];
try{
for(const proof of proofs){
const left=seconds-now();
if(!proof.isSuspect||proof.finding!==`passes-alone`||left<=0||isStopped())continue;
const files=filesBefore(proof.test,ranWith(proof.test),left/LEAST_TIMES);
if(files.length===0)continue;
const inTree=async(after,side,secondsLeft)=>{
const outcome=await trial(proof.test,after,side,secondsLeft);
if(!signal.aborted)await sealed[side===`here`?0:1]?.restore();
return outcome};
try{
if(sealed.length===0)for(const side of[`here`,`base`])sealed.push(await sealTree(trees[side].folder,{env,signal}));
const found=await seekNeighbours(proof,files,inTree,{...bounds,budget:seconds-now()});
proof.neighbours=found;
if(found.finding===`proved`||found.finding===`fails-on-base-now`)proof.finding=found.finding}catch(error){
if(!signal.aborted)proof.neighbours=untried(files,wordsOf(error));
return}}}finally{
for(const each of sealed)each.remove()}};
const isSameCode=(code,head,state,{isCI})=>code?.commit===head&&code.dirty===(state.isDirty||state.hasNewFiles&&!isCI);
const machineOf=({isCI,name})=>`${process.platform}-${process.arch}, Node ${process.versions.node}${isCI?`, ${name??`CI`}`:``}`;
const commandsFor=secrets=>{
const redact=makeRedactor(secrets).text;
return{redact,command:text=>cut(redact(text),LIMITS.textBytes),reason:text=>cut(redact(text),LIMITS.experimentErrorLength)}};
const cut=(text,limit)=>text.slice(0,limit).replace(/[\uD800-\uDBFF]$/,``);
const sendEach=async(receiver,all)=>{
let sent=0;
let trouble;
for(const each of all){
if(each.experiments.length===0)continue;
const answer=await sendOrKeep(receiver,each);
if(answer.kind===`sent`)sent+=each.experiments.length;else trouble=`the server does not have these trials: ${answer.reason}${answer.kept===void 0?``:`; they are kept in ${answer.kept}, and flush sends them`}`}
return{sent,...trouble!==void 0&&{trouble}}};
const MOST=LIMITS.experiments/2;
const MOST_BYTES=262144;
const RANK={flaky:0,order:1,fails:2,passes:3,unseen:4};
const sendBurnIn=async(burned,runs,receiver)=>{
const text=commandsFor(receiver.secrets);
const inOrder=[...burned.burned].sort((one,other)=>RANK[one.finding]-RANK[other.finding]);
return sendEach(receiver,runs.map(({execution,code,legOf})=>({execution,experiments:isSameCode(code,burned.head,burned.state,receiver.ci)?fitting(inOrder.flatMap(one=>{
const leg=legOf(one.test);
return leg===void 0?[]:experimentsOf(one,leg,{burned,code,text,ci:receiver.ci})})):[]})))};
const experimentsOf=({test,trials},leg,{burned,code,text,ci})=>{
const{file,titles,variant,occurrence}=test;
const pieces=[];
for(let at=0;at<trials.length;at+=LIMITS.experimentTrials)pieces.push(trials.slice(at,at+LIMITS.experimentTrials));
return pieces.map(piece=>({id:randomUUID(),purpose:`burn-in`,test:{file,titles,variant,leg,...occurrence!==void 0&&{occurrence}},alike:1,head:{...code,command:text.command(burned.commandOf(test))},base:null,machine:machineOf(ci),startedAt:new Date(burned.startedAt).toISOString(),trials:piece.map(trialOf$1)}))};
const trialOf$1=({result,seconds,order,error})=>({side:`head`,result,durationMs:Math.round(seconds*1e3),...order!==`own`&&{order},...error&&{error}});
const fitting=experiments=>{
let bytes=0;
return experiments.slice(0,MOST).filter(each=>{
bytes+=Buffer$1.byteLength(JSON.stringify(each));
return bytes<=MOST_BYTES})};
const sendProofs=async(proven,runs,base,receiver)=>{
const text=commandsFor(receiver.secrets);
const{sent,trouble}=await sendEach(receiver,runs.map(run=>({execution:run.execution,experiments:proven.proofs.flatMap(proof=>{
const facts={proven,base,text,ci:receiver.ci};
const{test,neighbours}=proof;
const after=neighbours&&experimentOf({test,...neighbours},run,facts,neighbours.files);
return[experimentOf(proof,run,facts)??[],after??[]].flat()}).slice(0,LIMITS.experiments)})));
const hasSent=sent>0;
if(trouble!==void 0)return{hasSent,line:trouble};
if(hasSent)return{hasSent,line:`the trials of ${sent} test${sent===1?``:`s`} are part of the verdict`};
return{hasSent,line:`the trials were not sent: none is valid and of the code that the results name`}};
const experimentOf=({test,finding,trials},{tally:{code,failures}},{proven,base,text,ci},after=[])=>{
const own=failures.find(failure=>failure===test);
if(!own||!isSameCode(code,proven.head,proven.state,ci))return void 0;
const isShown=trials.some(({side,outcome})=>side===`here`&&outcome.kind!==`void`);
if(finding===`void`||!isShown)return void 0;
const{file,titles,variant,leg,occurrence}=own;
const commands=proven.commandsOf(test,after);
const line=errorLine(own.message);
const isOwnBase=base.sha===code.commit&&!code.dirty;
return{id:randomUUID(),purpose:`proof`,test:{file,titles,variant,leg,...occurrence!==void 0&&{occurrence}},alike:failures.filter(({message})=>errorLine(message)===line).length,head:{...code,command:text.command(commands.here)},base:isOwnBase?null:{commit:base.sha,branch:base.branch,isOlder:proven.isBaseOlder,command:text.command(commands.base)},machine:machineOf(ci),startedAt:new Date(proven.startedAt).toISOString(),...after.length>0&&{after},trials:trials.filter(({side})=>side===`here`||!isOwnBase).slice(0,LIMITS.experimentTrials).map(({side,outcome})=>trialOf(side===`here`?`head`:side,outcome,text))}};
const trialOf=(side,outcome,text)=>{
const reason=outcome.kind===`void`?text.reason(outcome.reason):void 0;
return{side,result:outcome.kind,durationMs:Math.round(outcome.seconds*1e3),...reason!==void 0&&{reason},...outcome.error&&{error:outcome.error}}};
const NOTHING_TRIED={parts:[],hasSent:false};
const receiverOf=({workspace},{url,apiKey=``,proxy,secrets})=>({url,apiKey,proxy,secrets,root:workspace,ci:{isCI:true,name:`GitHub Actions`}});
const endBySignals=end=>{
let isEnded=false;
const take=()=>{
if(isEnded)process.exit(1);
isEnded=true;
end()};
for(const signal of SIGNALS)process.on(signal,take);
return()=>{
for(const signal of SIGNALS)process.off(signal,take)}};
const SIGNALS=[`SIGINT`,`SIGTERM`];
const SECRET=/^(?:INPUT_.*|STATE_.*|SVC_API_KEY|ACTIONS_(?:RUNTIME|ID_TOKEN|RESULTS|CACHE)_.*|GITHUB_(?:TOKEN|ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))$/i;
const envOfTests=env=>Object.fromEntries(Object.entries(env).filter(([name])=>!SECRET.test(name)));
export{sendProofs as a,changedFiles as c,labelOf as d,sentenceOf$1 as f,receiverOf as i,burnIn as l,commandOf as m,endBySignals as n,sendBurnIn as o,triedOf as p,envOfTests as r,prove as s,NOTHING_TRIED as t,burnLines as u};