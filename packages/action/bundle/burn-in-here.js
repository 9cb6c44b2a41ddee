import{c as changedFiles,d as labelOf,i as receiverOf,l as burnIn,m as commandOf,n as endBySignals,o as sendBurnIn,r as envOfTests,t as NOTHING_TRIED,u as burnLines}from"./trials.js";
import{$ as at,et as countAt,m as asCode,rt as textAt,tt as listAt}from"./core.js";
import{join}from"node:path";
const A_PAGE=200;
const MOST_PAGES=20;
const burnInHere=async({settings,event,env,log,config},svc,reports,tally)=>{
const nothing=reason=>{
log.say(`no burn-in: ${reason}`);
return{...NOTHING_TRIED,flaky:0}};
const report=reports.find(({base,execution})=>base!==null&&execution.counts.total>0);
if(!report?.base)return nothing(`the server named no base with a commit`);
const{framework}=report.execution;
const words=settings.rerunCommand===``?commandOf(framework):settings.rerunCommand.split(/\s+/);
if(!words)return nothing(`svc cannot start ${framework} by itself; the input rerun-command names a command`);
const ownEnv=envOfTests(env);
const changed=await changedFiles(event.workspace,report.base.sha,ownEnv);
const subjects=await subjectsOf(svc,report,{base:settings.base||`auto`,changed:changed??new Set,leg:tally?.leg});
if(subjects.length===0)return nothing(`no test is new or changed`);
log.say(`repeating ${subjects.length} new or changed tests, at most ${settings.burnInMs/6e4} min`);
const burned=await burnIn({tests:subjects,words,folder:join(event.workspace,settings.proveFolder),root:event.workspace,seconds:settings.burnInMs/1e3,env:ownEnv,onStop:endBySignals,tell:tests=>{
for(const{test,finding,counts}of tests)if(finding===`flaky`)log.say(`failed ${counts.failed} of ${counts.failed+counts.passed}: ${labelOf(test)}`)}});
if(`reason`in burned)return nothing(burned.reason);
const{id}=report.execution;
const run={execution:id,code:tally?.code,legOf:()=>tally?.leg};
const{sent,trouble}=await sendBurnIn(burned,[run],receiverOf(event,config));
if(trouble!==void 0)log.say(trouble);
const wasFlaky=await flakyBefore(svc,report.execution.project,burned.burned.some(({finding})=>finding===`flaky`));
const{lines,flaky}=burnLines(burned,subjects,test=>wasFlaky.has(nameOf(test)));
for(const line of lines)log.say(line);
return{parts:[{full:`### Burn-in\n\n${lines.map(line=>`- ${asCode(line)}`).join(`
`)}`,short:``}],hasSent:sent>0,flaky}};
const subjectsOf=async(svc,{execution:{id}},{base,changed,leg})=>{
const subjects=new Map;
const add=(value,isNew)=>{
const test=toTest(value);
if(leg!==void 0&&textAt(value,`leg`)!==leg)return;
if(test&&!subjects.has(nameOf(test)))subjects.set(nameOf(test),{...test,isNew})};
for(let cursor,pages=0;pages<MOST_PAGES;pages++){
const query={base,head:id,group:`newTests`,limit:A_PAGE,cursor};
const data=at(await svc.get(`/api/compare`,query),`data`);
for(const test of listAt(data,`newTests`))add(test,true);
cursor=textAt(data,`nextCursors.newTests`);
if(cursor===void 0)break}
for(let cursor,pages=0;changed.size>0&&pages<MOST_PAGES;pages++){
const query={status:`passed,failed,flaky`,limit:A_PAGE,cursor};
const data=at(await svc.get(`/api/executions/${id}/results`,query),`data`);
for(const test of listAt(data,`results`))if(changed.has(textAt(test,`file`)??``))add(test,false);
cursor=textAt(data,`nextCursor`);
if(cursor===void 0)break}
return[...subjects.values()]};
const flakyBefore=async(svc,project,isAsked)=>{
if(!isAsked)return new Set;
const answer=await svc.get(`/api/flaky-tests`,{project,limit:A_PAGE});
return new Set(listAt(answer,`data`).flatMap(value=>toTest(value)??[]).map(nameOf))};
const toTest=value=>{
const[file,titles]=[textAt(value,`file`),listAt(value,`titles`).filter(each=>typeof each===`string`)];
const occurrence=countAt(value,`occurrence`)??0;
return file===void 0||titles.length===0?void 0:{file,titles,variant:textAt(value,`variant`)??``,...occurrence>0&&{occurrence}}};
const nameOf=({file,titles,variant,occurrence=0})=>JSON.stringify([file,variant,titles,occurrence]);
export{burnInHere};