import{$ as at,N as sleep,S as wordsOf,a as isReportAwaited,et as countAt,h as executionsOf,i as readReport,m as asCode,rt as textAt,x as Trouble}from"./core.js";
const listChecks=async(github,{repository,sha,name,externalId})=>{
const query=`check_name=${encodeURIComponent(name)}&filter=all`;
const path=`/repos/${repository.full}/commits/${sha}/check-runs?${query}`;
return(await github.list(path,5)).flatMap(each=>toCheckRun(each,externalId)??[]).sort((a,b)=>a.id-b.id)};
const toCheckRun=(value,externalId)=>{
const id=countAt(value,`id`);
if(id===void 0||textAt(value,`external_id`)!==externalId)return void 0;
const conclusion=textAt(value,`conclusion`);
return{id,isCompleted:at(value,`status`)===`completed`,title:textAt(value,`output.title`)??``,summary:textAt(value,`output.summary`)??``,...conclusion&&{conclusion}}};
const createCheck=async(github,{repository,sha,name,externalId},body)=>{
const made=await github.call(`POST`,`/repos/${repository.full}/check-runs`,{name,head_sha:sha,external_id:externalId,...toFields(body)});
return countAt(made,`id`)??0};
const updateCheck=async(github,{repository},id,body)=>{
await github.call(`PATCH`,`/repos/${repository.full}/check-runs/${id}`,toFields(body))};
const toFields=({title,summary,conclusion,detailsUrl})=>({...conclusion?{status:`completed`,conclusion}:{status:`in_progress`},...detailsUrl&&{details_url:detailsUrl},output:{title,summary}});
const STATES={success:`success`,neutral:`success`,failure:`failure`,cancelled:`error`};
const DESCRIPTION_LENGTH=140;
const createStatus=async(github,{repository,sha,name},{title,conclusion,detailsUrl})=>{
const description=title.length>DESCRIPTION_LENGTH?`${title.slice(0,139)}…`.toWellFormed():title;
await github.call(`POST`,`/repos/${repository.full}/statuses/${sha}`,{state:conclusion?STATES[conclusion]:`pending`,context:name,description,...detailsUrl&&{target_url:detailsUrl}})};
const MOST_ROUNDS=20;
const SMALLER=[3e4,1e4,4e3];
const keepCheck=async({github,place,read})=>{
const written=new Map;
const foreign=new Set;
for(let round=0;round<MOST_ROUNDS;round+=1){
if(round>1)await sleep(100+Math.random()*400);
const body=await read();
const said=JSON.stringify(body);
const listed=(await listChecks(github,place)).filter(({id})=>!foreign.has(id));
const made=[...written.keys()].filter(id=>!listed.some(run=>run.id===id));
const latest=listed.at(-1);
if(made.length===0&&(!latest||latest.isCompleted&&!body.conclusion)){
const id=await shrinking(body,read,fitting=>createCheck(github,place,fitting));
written.set(id,said);
continue}
const due=listed.filter(run=>written.get(run.id)!==said&&(body.conclusion||!run.isCompleted)&&!isSaid(run,body));
if(due.length===0)return;
for(const{id}of due)try{
await shrinking(body,read,fitting=>updateCheck(github,place,id,fitting));
written.set(id,said)}catch(error){
if(!isRefused(error))throw error;
foreign.add(id);
written.delete(id)}}};
const keepStatus=async({github,place,read})=>{
let said=``;
for(let round=0;round<MOST_ROUNDS;round+=1){
const body=await read();
if(JSON.stringify(body)===said)return;
await createStatus(github,place,body);
said=JSON.stringify(body)}};
const isRefused=error=>error instanceof Trouble&&!error.isLimit&&(error.status===403||error.status===404);
const isSaid=(run,{title,summary,conclusion})=>run.title===title&&run.summary.trim()===summary.trim()&&run.conclusion===conclusion;
const shrinking=async(body,read,act)=>{
let fitting=body;
for(const smaller of[...SMALLER,0])try{
return await act(fitting)}catch(error){
if(!(error instanceof Trouble)||error.status!==422||smaller===0)throw error;
fitting=await read(smaller)}
throw new Trouble(`GitHub rejects even the shortest text of the check.`,422)};
const WORST_FIRST=[`mine`,`incomplete`,`unknown`,`no-base-failed`,`not-mine`,`passed`];
const CONCLUSIONS={mine:`failure`,incomplete:`cancelled`,passed:`success`};
const MOST_CHECK_BYTES=64e3;
const RULE=`

---

`;
const TITLE_LENGTH=250;
const MORE_BYTES=40;
const postChecks=async(context,svc,executions)=>{
const{settings,event,github,log}=context;
const{repository}=event;
if(!settings.check||!repository||executions.length===0)return;
if(!github.hasToken){
log.note(`warning`,`The input github-token is empty, so the action cannot write a check. Remove the input; its default is the token of the job.`);
return}
const ownIds=new Set(executions.map(({id})=>id));
for(const[project,own]of Map.groupBy(executions,each=>each.project))for(const sha of new Set(own.flatMap(execution=>headOf(context,execution)??[])))await postCheck(context,svc,{repository,project,sha,ownIds})};
const headOf=({event},{headSha,testedSha})=>event.workflowRun?.headSha??headSha??event.headSha??testedSha??event.sha;
const postCheck=async(context,svc,checked)=>{
const{github,settings,event,log}=context;
const{repository,project,sha,ownIds}=checked;
const place={repository,sha,name:`svc / ${project}`,externalId:`svc/${project}`};
const read=async mostBytes=>{
const query={project,repository:repository.full,sha,base:settings.base,ownIds};
const reports=await readProject(svc,query).catch(ofServer);
if(reports.length===0)throw new Trouble(`The server has no execution of ${project} at ${sha.slice(0,10)}.`);
return compose(reports,isRunning(reports)&&await isAwaited(context),mostBytes)};
try{
await keepCheck({github,place,read});
log.say(`wrote the check ${place.name} on ${sha.slice(0,10)}`)}catch(error){
if(!isRefused(error)){
log.note(`warning`,`No check on commit ${sha.slice(0,10)}: ${wordsOf(error)}`);
return}
if(event.isFork||event.isDependabot){
log.note(`notice`,`The token of this run is read-only, as in all runs of forks and of Dependabot. The companion workflow in docs/reference/github-action.md writes the check instead, with check: true.`);
return}
await postStatus(context,place,read)}};
const ofServer=error=>{
throw error instanceof Trouble?new Trouble(error.message):error};
const postStatus=async({github,log},place,read)=>{
const commitText=`on ${place.sha.slice(0,10)}`;
try{
await keepStatus({github,place,read});
log.say(`wrote the commit status ${place.name} ${commitText}, because the token cannot write checks; for a check with the full text, add "permissions: checks: write" to the job`)}catch(error){
const advice=isRefused(error)?"The job needs `permissions: checks: write`, or `statuses: write` for a commit status instead. ":``;
log.note(`warning`,`No check ${commitText}. ${advice}${wordsOf(error)}`)}};
const isAwaited=async({event,github,log})=>{
try{
return await isReportAwaited(github,event)}catch(error){
log.say(`cannot determine whether other jobs will report (needs actions: read): ${wordsOf(error)}`);
return false}};
const MOST_EXECUTIONS=200;
const readProject=async(svc,query)=>{
const{project,sha,base,ownIds}=query;
const listed=await executionsOf(svc,{project,commit:sha,limit:MOST_EXECUTIONS});
const newest=new Map;
for(const execution of listed)if(isOfHead(execution,query)&&!newest.has(execution.suite))newest.set(execution.suite,execution);
const maxBytes=Math.max(4e3,Math.min(6e4,Math.floor(MOST_CHECK_BYTES/Math.max(1,newest.size))));
const reports=[];
for(const{id}of newest.values())reports.push(await readReport(svc,{id,base:ownIds.has(id)?base:``,maxBytes}));
return reports};
const isOfHead=({headSha,testedSha,repository},query)=>(headSha??testedSha)===query.sha&&(repository===null||repository.toLowerCase()===query.repository.toLowerCase());
const compose=(reports,isAwaited,mostBytes=MOST_CHECK_BYTES)=>{
const sorted=worstFirst(reports);
const[worst]=sorted;
const more=sorted.length-1;
const title=`${worst?.headline??``}${more>0?` · and ${more} more ${more===1?`suite`:`suites`}`:``}`;
const conclusion=conclude(reports,isAwaited);
const url=worst?.execution.url;
return{title:title.length>TITLE_LENGTH?`${title.slice(0,249)}…`.toWellFormed():title,summary:summaryOf(sorted,mostBytes),...conclusion&&{conclusion},...url&&/^https?:\/\//.test(url)&&{detailsUrl:url}}};
const summaryOf=(reports,mostBytes)=>{
const shown=[];
let left=mostBytes-MORE_BYTES;
for(const report of reports){
const text=[report.markdown,shortOf(report)].find(each=>Buffer.byteLength(each+RULE)<=left);
if(text===void 0)break;
left-=Buffer.byteLength(text+RULE);
shown.push(text)}
const missing=reports.length-shown.length;
if(missing>0)shown.push(`… and ${missing} more`);
return shown.join(RULE)};
const shortOf=({headline,execution:{url}})=>`**${asCode(headline)}**${/^https?:\/\/[^\s()<>"]+$/.test(url)?` · [details](${url})`:``}`;
const worstFirst=reports=>{
const rankOf=({verdict})=>{
const rank=WORST_FIRST.indexOf(verdict);
return rank<0?WORST_FIRST.indexOf(`unknown`):rank};
return[...reports].sort((a,b)=>rankOf(a)-rankOf(b))};
const isRunning=reports=>reports.some(({execution,waitingFor})=>execution.state===`running`||waitingFor.length>0);
const conclude=(reports,isAwaited)=>{
const[worst]=worstFirst(reports);
const conclusion=CONCLUSIONS[worst?.verdict??``]??`neutral`;
if(!isRunning(reports))return conclusion;
if(isAwaited)return void 0;
return conclusion===`failure`?`failure`:`neutral`};
export{postChecks};