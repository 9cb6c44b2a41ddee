import{$ as at,S as wordsOf,st as toSlug,tt as listAt,wt as toDocumentText,x as Trouble,xt as LIMITS}from"./core.js";
import{n as readCommits,r as gitIn}from"./git.js";
import{t as findAbove}from"./root.js";
import{createHash}from"node:crypto";
import{lstatSync,readFileSync,readdirSync,realpathSync,statSync}from"node:fs";
import{isAbsolute,join,posix,relative,sep}from"node:path";
const ENDING=/\.(?:md|mdx|markdown)$/i;
const LEFT_OUT=new Set([`node_modules`,`vendor`]);
async function findDocuments(folder,{prefix,env,isCi}){
const root=realpathSync(folder);
const top=findAbove(root,`.git`);
const git=gitIn(root,env);
const listed=top===void 0?void 0:await listByGit(git);
const names=(listed??listByWalk(root)).filter(name=>ENDING.test(name)).sort();
const place=cleanPrefix(prefix??(top===void 0?``:relative(top,root).split(sep).join(`/`)));
const found={files:[],broken:[],prefix:place,commit:void 0};
for(const name of names){
const path=posix.join(place,name.normalize(`NFC`));
const file=join(root,name);
const read=readDocumentFile(file);
if(read===void 0)continue;
if(`reason`in read)found.broken.push({path,file,reason:read.reason});else found.files.push({path,file,hash:read.hash,bytes:Buffer.byteLength(read.text)})}
if(listed!==void 0)found.commit=await commitOf(git,isCi);
return found}
function readDocumentFile(file){
const about=lstatSync(file,{throwIfNoEntry:false});
if(about?.isSymbolicLink())return{reason:`it is a symbolic link; only files are pushed`};
if(!about?.isFile())return void 0;
if(about.size>2*LIMITS.documentBytes)return{reason:tooLong(about.size)};
try{
const text=toDocumentText(new TextDecoder(`utf-8`,{fatal:true}).decode(readFileSync(file)));
const bytes=Buffer.byteLength(text);
if(bytes>LIMITS.documentBytes)return{reason:tooLong(bytes)};
if(text.includes(`\0`))return{reason:`it contains NUL characters, so it is no text`};
return{text,hash:createHash(`sha256`).update(text).digest(`hex`)}}catch(error){
return error instanceof TypeError?{reason:`it is not in UTF-8; save it in that encoding`}:{reason:`it cannot be read (${error.code??String(error)})`}}}
const tooLong=bytes=>`it has ${bytes} bytes, and a document has at most ${LIMITS.documentBytes}; split it`;
async function listByGit(git){
const listed=await git(`ls-files`,`-z`,`--cached`,`--others`,`--exclude-standard`);
return listed===void 0?void 0:[...new Set(listed.split(`\0`).filter(name=>name!==``))]}
function listByWalk(root){
const names=[];
const waiting=[``];
for(let folder=waiting.pop();folder!==void 0;folder=waiting.pop())for(const entry of readdirSync(join(root,folder),{withFileTypes:true})){
const name=posix.join(folder,entry.name);
if(!entry.isDirectory())names.push(name);else if(!entry.name.startsWith(`.`)&&!LEFT_OUT.has(entry.name))waiting.push(name)}
return names}
async function commitOf(git,isCi){
if(await git(`status`,`--porcelain`,`--untracked-files=${isCi?`no`:`all`}`,`--`,`.`)!==``)return void 0;
const commits=await readCommits(git,`HEAD`);
const[commit]=commits;
if(!commit||!Number.isSafeInteger(commit.committedAt))return void 0;
return{sha:commit.sha,committedAt:new Date(commit.committedAt*1e3).toISOString(),ancestry:commits.map(({sha,parents})=>({sha,parents:parents.slice(0,LIMITS.parents)}))}}
const cleanPrefix=prefix=>posix.resolve(`/`,prefix).slice(1).normalize(`NFC`);
const BATCH_BYTES=131072;
const BATCH_DOCUMENTS=100;
const AT_ONCE=2;
async function pushDocuments({files,broken,prefix,commit},{project,visibility,isDry,isDeleting,isOverwriting,isAllowingOlder,onProgress},send){
if(files.length>LIMITS.pushDocuments)throw new Error(`there are ${files.length} documents, and a push can have at most ${LIMITS.pushDocuments}; push the folders in it one by one`);
const common={project,overwrite:isOverwriting,...visibility&&{visibility},...commit&&{commit:commit.sha,committedAt:commit.committedAt,ancestry:commit.ancestry},...commit&&isAllowingOlder&&{allowOlder:true}};
let requests=0;
const ask=part=>{
requests++;
return send({...common,...part})};
const documents=new Map(broken.map(({path,reason})=>[path,{path,outcome:`refused`,reason}]));
const note=({results})=>{
for(const{path,outcome,from,newerCommit,error}of results)documents.set(path,{path,outcome,...from&&{from},...newerCommit&&{newerCommit},...error&&{reason:error.message}})};
const first=await ask({documents:files.map(({path,hash})=>({path,hash})),folder:prefix,dryRun:isDry});
note(first);
const wanted=files.filter(({path})=>documents.get(path)?.outcome===`wanted`);
const left=first.gone.filter(path=>!documents.has(path));
const moves=isDeleting&&left.length>0?{movedFrom:left}:{};
let sent=0;
await inParallel(batchesOf(wanted),async batch=>{
const contents=batch.flatMap(({path,file})=>{
const read=readDocumentFile(file);
if(read&&`text`in read)return[{path,content:read.text}];
documents.set(path,{path,outcome:`refused`,reason:read?.reason??`its file is gone`});
return[]});
if(contents.length>0)note(await ask({documents:contents,...moves,dryRun:isDry}));
sent+=batch.length;
onProgress?.(sent,wanted.length)});
const moved=new Set([...documents.values()].map(({from})=>from));
const gone=left.filter(path=>!moved.has(path));
if(isDeleting&&gone.length>0)note(await ask({remove:gone,dryRun:isDry}));
return{documents:[...documents.values()].sort(byPath),gone,requests}}
const byPath=(a,b)=>a.path<b.path?-1:1;
function batchesOf(files){
const batches=[];
let bytes=0;
for(const file of files){
const last=batches.at(-1);
const isFull=bytes+file.bytes>BATCH_BYTES||(last?.length??0)>=BATCH_DOCUMENTS;
if(!last||isFull){
batches.push([file]);
bytes=0}else last.push(file);
bytes+=file.bytes}
return batches}
async function inParallel(items,work){
const waiting=[...items];
const worker=async()=>{
for(let item=waiting.shift();item!==void 0;item=waiting.shift())await work(item).catch(error=>{
waiting.length=0;
throw error})};
const ends=await Promise.allSettled(Array.from({length:AT_ONCE},worker));
for(const end of ends)if(end.status===`rejected`)throw end.reason}
const PATH=`/api/documents/push`;
const pushDocs=async(context,svc)=>{
const{settings,event,log,env}=context;
const folder=folderOf(event.workspace,settings.docs);
if(folder===void 0){
log.note(`error`,`The input docs is ${JSON.stringify(settings.docs)}, and there is no such folder below ${event.workspace}. Check the repository out before this step.`);
return{isDone:false,hasTrouble:true}}
if(!isOfDefaultBranch(context)){
log.say(`docs: not pushed, because this run is not one of the default branch`);
return{isDone:false,hasTrouble:false}}
const project=settings.project||toSlug(event.repository?.name??``);
try{
const found=await findDocuments(folder,{env,isCi:true});
const{documents,gone}=await pushDocuments(found,{project,isDry:false,isDeleting:false,isOverwriting:false,isAllowingOlder:false},async body=>{
const data=at(await svc.post(PATH,body),`data`);
return{results:listAt(data,`results`),gone:listAt(data,`gone`)}});
log.say(`docs: ${countsOf(documents)} in ${project}`);
if(gone.length>0)log.say(`docs: ${gone.length} of earlier pushes have no file any more; svc docs push --delete deletes them`);
const newer=documents.find(({newerCommit})=>newerCommit)?.newerCommit;
if(newer)log.say(`docs: commit ${newer.sha.slice(0,10)} is newer than this one and was pushed before, so its documents stay; svc docs push --allow-older replaces them`);
const wrong=documents.flatMap(wordsFor);
for(const text of wrong)log.note(`warning`,`The document ${text}`);
return{isDone:true,hasTrouble:wrong.length>0}}catch(error){
const isOurs=error instanceof Trouble;
const words=isOurs&&error.status===403?`${error.message} ${SCOPE}`:wordsOf(error);
log.note(`error`,isOurs?words:`The documents of ${settings.docs} were not pushed: ${words}.`);
return{isDone:false,hasTrouble:true}}};
const SCOPE=`Documents need a key with the role editor and the scope knowledge, which a key for the token of a job does not have: store one as a secret.`;
const folderOf=(workspace,docs)=>{
const folder=join(workspace,docs);
const place=relative(workspace,folder);
if(isAbsolute(docs)||place.split(sep)[0]===`..`)return void 0;
return statSync(folder,{throwIfNoEntry:false})?.isDirectory()?folder:void 0};
const isOfDefaultBranch=({event})=>event.pullRequest===void 0&&!event.isFork&&!event.isDependabot&&event.branch!==void 0&&event.branch===event.defaultBranch&&!/^(pull_request|merge_group|workflow_run)/.test(event.name);
const countsOf=documents=>{
const counts=new Map;
for(const{outcome}of documents)counts.set(outcome,(counts.get(outcome)??0)+1);
return[...counts].map(([outcome,count])=>`${count} ${outcome}`).join(`, `)||`no document`};
const wordsFor=({path,outcome,reason})=>{
if(outcome===`refused`)return[`${path} was refused: ${reason??`the server gave no reason`}`];
if(outcome===`conflict`)return[`${path} was changed here and on the server, and was not replaced. Merge the server's text into the file.`];
return outcome===`newer`?[`${path} has a newer text on the server. Bring it into the repository.`]:[]};
export{pushDocs};