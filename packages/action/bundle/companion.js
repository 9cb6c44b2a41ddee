import{$ as textAt,C as shaAt,Q as at,S as parseJson,Y as journalFolder,_ as wordsOf,b as countAt,c as RUN_FILE,d as outputsOf,et as cleanOpen,f as readPages,g as Trouble,h as connect,l as writeSummary,n as sendFrom,nt as toSlug,o as compareCommits,r as reportExecutions,rt as makeCleaner,s as FOLDER,ut as LIMITS,v as isPlace,w as appendValues,x as listAt,y as toRepository}from"./core.js";
import{i as readWhole,t as listEntries}from"./zip.js";
import{mkdirSync,mkdtempSync,rmSync,writeFileSync}from"node:fs";
import{basename,join}from"node:path";
import{tmpdir}from"node:os";
import{createHash}from"node:crypto";
const artifactsOfRun=async(github,{full},runId,prefix)=>{
const path=`/repos/${full}/actions/runs/${runId}/artifacts`;
return(await readPages(github,path,{field:`artifacts`,mostPages:10})).flatMap(each=>{
const id=countAt(each,`id`);
const name=textAt(each,`name`)??``;
return id&&name.startsWith(prefix)&&at(each,`expired`)!==true?[{id,name,sizeBytes:countAt(each,`size_in_bytes`)??0}]:[]})};
const downloadArtifact=(github,{full},id,mostBytes)=>github.download(`/repos/${full}/actions/artifacts/${id}/zip`,mostBytes);
const PLACES=[`.github/CODEOWNERS`,`CODEOWNERS`,`docs/CODEOWNERS`];
const codeownersAt=async(github,{full},sha)=>{
for(const path of PLACES){
const answer=await github.call(`GET`,`/repos/${full}/contents/${path}?ref=${sha}`).catch(error=>{
if(error instanceof Trouble&&error.status===404)return void 0;
throw error});
const content=textAt(answer,`content`);
if(content===void 0||at(answer,`encoding`)!==`base64`)continue;
if((countAt(answer,`size`)??0)>LIMITS.codeownersBytes)return void 0;
return{path,text:Buffer.from(content,`base64`).toString()}}};
const ENTRIES=new Set([`group`,`attempt`,`error`,`warning`,`end`]);
const ROOTS=[`git`,`SVC_ROOT`,`runner`];
const rewriteJournal=(bytes,run,claimedAttempt)=>{
const lines=[];
let opened;
for(const text of bytes.toString().split(`
`)){
const line=parseJson(text);
if(!Array.isArray(line))continue;
const[kind,version,facts]=line;
if(kind===`open`&&version===1)opened=facts;
const entry=ENTRIES.has(kind)?writtenAnew(line):void 0;
if(entry)lines.push(entry)}
const recorded=textAt(opened,`journal`);
if(!recorded||!/^[0-9a-f-]{36}$/i.test(recorded))return void 0;
const runAttempt=Math.min(Math.max(1,claimedAttempt),run.runAttempt);
const id=idOf(`${run.runId}\0${runAttempt}\0${recorded.toLowerCase()}`);
const cleaner=makeCleaner({root:`/`,relative:path=>path,secrets:[]});
const open=cleanOpen(toOpen(opened,run,{id,runAttempt}),cleaner);
return{id,suite:open.suite,text:`${[JSON.stringify([`open`,1,open]),...lines].join(`
`)}\n`}};
const writtenAnew=line=>{
try{
return JSON.stringify(line)}catch{
return}};
const idOf=text=>{
const hash=createHash(`sha256`).update(text).digest().subarray(0,16);
hash[6]=128|(hash[6]??0)&15;
hash[8]=128|(hash[8]??0)&63;
const hex=hash.toString(`hex`);
return`${hex.slice(0,8)}-${hex.slice(8,12)}-${hex.slice(12,16)}-${hex.slice(16,20)}-${hex.slice(20)}`};
const toOpen=(opened,run,{id,runAttempt})=>{
const text=path=>textAt(opened,path)??``;
const suite=text(`suite`)||`default`;
const index=countAt(opened,`part.shard.index`);
const total=countAt(opened,`part.shard.total`);
const tags=listAt(opened,`tags`).filter(tag=>typeof tag===`string`);
const root=ROOTS.find(kind=>kind===text(`root`));
return{journal:id,project:run.project,suite:suite==="default"?run.suite||suite:suite,build:String(run.runId),runAttempt,part:{job:text(`part.job`),package:text(`part.package`),config:text(`part.config`),leg:text(`part.leg`),...index&&total&&{shard:{index,total}}},trust:`fork`,code:toCode(opened,run),ci:{provider:`GitHub Actions`,url:run.runUrl,event:`pull_request`,...run.workflow&&{workflow:run.workflow}},runner:{name:text(`runner.name`).slice(0,100)||`unknown`,...versionAt(opened,`runner.version`)},client:{name:text(`client.name`).slice(0,100)||`unknown`,version:text(`client.version`).slice(0,50)||`0.0.0`},root:root??`git`,environment:toEnvironment(opened),...tags.length>0&&{tags},startedAt:countAt(opened,`startedAt`)??Date.now(),...run.codeowners&&{codeowners:run.codeowners}}};
const toCode=(opened,{pull,repository,mergeBaseSha})=>{
const testedSha=shaAt(opened,`code.testedSha`);
const tree=shaAt(opened,`code.tree`);
const parents=listAt(opened,`code.parents`).flatMap((_,i,all)=>shaAt(all,String(i))??[]);
const isMerge=testedSha!==void 0&&parents.includes(pull.headSha);
return{headSha:pull.headSha,pullRequest:pull.number,repository,fork:true,baseBranch:pull.baseBranch,...pull.branch&&{branch:pull.branch},...mergeBaseSha&&{mergeBaseSha},...testedSha===pull.headSha&&{testedSha},...isMerge&&{testedSha,parents:parents.slice(0,8),...tree&&{tree}}}};
const versionAt=(opened,path)=>{
const version=textAt(opened,path)?.slice(0,50);
return version?{version}:{}};
const toEnvironment=opened=>{
return Object.fromEntries([`os`,`arch`,`node`].flatMap(name=>{
const value=textAt(opened,`environment.${name}`);
return value?[[name,value.slice(0,100)]]:[]}))};
const unzip=async(archive,{mostFiles,mostBytes,isWanted})=>{
const entries=await listEntries(archive).catch(unreadable);
if(entries.length>mostFiles)throw new Trouble(`The archive contains ${entries.length} files; at most ${mostFiles} are allowed.`);
const files=[];
let left=mostBytes;
for(const entry of entries.filter(({name})=>isWanted(name))){
const bytes=await read(archive,entry,left);
left-=bytes.length;
files.push({name:entry.name,bytes})}
return files};
const read=async(archive,entry,left)=>{
if(entry.sizeBytes>left||entry.packedBytes>left)throw new Trouble(`The archive exceeds the size limit.`);
return readWhole(archive,entry).then(Buffer.from,unreadable)};
const unreadable=()=>{
throw new Trouble(`It is not a readable zip archive.`)};
const verifyPull=async(github,repository,run,claim)=>{
const number=countAt(claim,`pullRequest`);
if(!isPlace(number))throw new Trouble(`run.json in the artifact names no pull request. The artifact is ignored.`);
const pull=await github.call(`GET`,`/repos/${repository.full}/pulls/${number}`);
const headSha=shaAt(pull,`head.sha`);
const head=toRepository(textAt(pull,`head.repo.full_name`))?.full;
const base=textAt(pull,`base.repo.full_name`);
const baseBranch=textAt(pull,`base.ref`);
const baseSha=shaAt(pull,`base.sha`);
if(!headSha||!baseBranch||!baseSha||base?.toLowerCase()!==repository.full.toLowerCase())throw new Trouble(`GitHub's data on pull request ${number} is incomplete. The artifact is ignored.`);
if(headSha!==run.headSha)throw new Trouble(`Pull request ${number} is at ${headSha.slice(0,10)}, but the run tested ${run.headSha.slice(0,10)}. Either the pull request has a newer commit, whose own run reports it, or the artifact names the wrong pull request. Nothing was sent.`);
if(!head||!run.headRepository||head.toLowerCase()!==run.headRepository.toLowerCase())throw new Trouble(`Pull request ${number} comes from ${head??`a deleted repository`}, but the run from ${run.headRepository??`a deleted repository`}. The artifact is ignored, and nothing was sent.`);
return{number,headSha,baseBranch,baseSha,branch:textAt(pull,`head.ref`)??``}};
const MOST_ARTIFACTS=50;
const MOST_BYTES=67108864;
const MOST_FILES=1e3;
const MOST_SUITES=20;
const MOST_BYTES_IN_ALL=536870912;
const BOUNDS={mostFiles:MOST_FILES,mostBytes:MOST_BYTES,isWanted:name=>name.endsWith(`.ndjson`)||basename(name)===`run.json`};
const reportFork=async given=>{
const{event,log}=given;
if(given.isPost)return{hasTrouble:false,isRed:false};
const{workflowRun,repository}=event;
if(!workflowRun||!repository){
log.note(`error`,`The payload of the event workflow_run is invalid, so the action did nothing. Re-run the workflow; if this persists, report it with the version of the runner.`);
return end(given,{hasTrouble:true})}
const connection=await connect(given);
if(connection.kind!==`svc`){
if(connection.kind===`fork`)log.note(`error`,`The input api-key is missing. The companion workflow needs it, because the workflow that it follows has no secrets.`);
return end(given,{hasTrouble:true})}
const{context,svc}=connection;
const root=mkdtempSync(join(event.temp||tmpdir(),`svc-fork-`));
try{
const staged=await stageAll(context,repository,workflowRun,root);
const collected={executionIds:[],sent:0,left:0,hasTrouble:staged.hasTrouble};
if(staged.pullRequest===void 0)return end(context,{hasTrouble:staged.hasTrouble});
await sendFrom(context,root,collected,true);
if(collected.sent+collected.left===0)log.note(`warning`,`The artifacts of the run contain no journal of a reporter, so nothing was reported.`);
const{pullRequest,changedFiles}=staged;
const reported=await reportExecutions(context,svc,collected.executionIds,{pullRequest,...changedFiles&&{facts:{changedFiles}}});
return{hasTrouble:collected.hasTrouble||reported.hasTrouble,isRed:reported.isRed}}finally{
rmSync(root,{recursive:true,force:true})}};
const stageAll=async(context,repository,workflowRun,root)=>{
const{github,log}=context;
const staged={hasTrouble:false,bytes:0,suites:new Set,leftOut:0,verified:new Map};
try{
const artifacts=await artifactsOfRun(github,repository,workflowRun.id,FOLDER);
if(artifacts.length===0){
log.say(`nothing to report: run ${workflowRun.id} has no artifact named ${FOLDER}*; runs with secrets create none`);
return staged}
if(artifacts.length>MOST_ARTIFACTS)log.note(`warning`,`The run has ${artifacts.length} artifacts named ${FOLDER}*; the action reads only ${MOST_ARTIFACTS}.`);
mkdirSync(journalFolder(root),{recursive:true,mode:448});
for(const artifact of artifacts.slice(0,MOST_ARTIFACTS))await stageOne(context,repository,workflowRun,artifact,root,staged);
if(staged.leftOut>0)log.note(`warning`,`The run has more than ${MOST_SUITES} suites, so ${staged.leftOut} journals of further suites were skipped. A run without secrets can report ${MOST_SUITES} suites: use fewer suites.`)}catch(error){
if(!(error instanceof Trouble))throw error;
log.note(`error`,error.message);
staged.hasTrouble=true}
return staged};
const stageOne=async(context,repository,workflowRun,artifact,root,staged)=>{
const{log}=context;
try{
if(artifact.sizeBytes>MOST_BYTES)throw new Trouble(`It is larger than ${MOST_BYTES} bytes.`);
const archive=await downloadArtifact(context.github,repository,artifact.id,MOST_BYTES);
const files=await unzip(archive,BOUNDS);
const claim=parseJson(files.find(({name})=>basename(name)===`run.json`)?.bytes.toString()??``);
staged.bytes+=files.reduce((sum,{bytes})=>sum+bytes.length,0);
if(staged.bytes>MOST_BYTES_IN_ALL)throw new Trouble(`The artifacts of the run are larger than ${MOST_BYTES_IN_ALL} bytes in total.`);
const claimed=String(countAt(claim,`pullRequest`));
const verifying=staged.verified.get(claimed)??forkRun(context,repository,workflowRun,claim);
staged.verified.set(claimed,verifying);
const fork=await verifying;
if(staged.pullRequest!==void 0&&staged.pullRequest!==fork.pull.number)throw new Trouble(`It names a different pull request than the other artifacts of the run. The artifact is ignored.`);
const attempt=countAt(claim,`runAttempt`);
stage(files,fork,isPlace(attempt)?attempt:1,root,staged);
staged.pullRequest=fork.pull.number;
if(fork.changedFiles)staged.changedFiles=fork.changedFiles}catch(error){
if(!(error instanceof Trouble))throw error;
log.note(`warning`,`The artifact ${artifact.name.slice(0,100)} was skipped: ${error.message}`)}};
const forkRun=async({github,settings,event,log},repository,workflowRun,claim)=>{
const pull=await verifyPull(github,repository,workflowRun,claim);
const orNothing=what=>error=>{
log.say(`${what} could not be read: ${wordsOf(error)}`)};
const{baseSha:base,headSha:head}=pull;
const compared=await compareCommits(github,repository,{base,head}).catch(orNothing(`the merge base`));
const mergeBaseSha=compared?.mergeBase;
const codeowners=await codeownersAt(github,repository,base).catch(orNothing(`CODEOWNERS`));
return{pull,repository:repository.full,project:settings.project||toSlug(repository.name),suite:settings.suite,runId:workflowRun.id,runAttempt:workflowRun.attempt,workflow:workflowRun.name,runUrl:`${event.serverUrl}/${repository.full}/actions/runs/${workflowRun.id}`,...mergeBaseSha&&{mergeBaseSha},...codeowners&&{codeowners},...compared&&compared.changedFiles.length>0&&{changedFiles:compared.changedFiles}}};
const stage=(files,fork,attempt,root,staged)=>{
for(const{name,bytes}of files){
if(!name.endsWith(`.ndjson`))continue;
const journal=rewriteJournal(bytes,fork,attempt);
if(!journal)continue;
if(!staged.suites.has(journal.suite)&&staged.suites.size>=MOST_SUITES)staged.leftOut+=1;else{
staged.suites.add(journal.suite);
writeFileSync(join(journalFolder(root),`${journal.id}.ndjson`),journal.text,{mode:384})}}};
const end=({settings,log,env},{hasTrouble})=>{
if(settings.summary)writeSummary(env.GITHUB_STEP_SUMMARY,[],log.notes);
appendValues(env.GITHUB_OUTPUT,outputsOf([],[],{}));
return{hasTrouble,isRed:false}};
export{reportFork};