import{F as NetworkError,I as describeNetworkError,M as retryAfterMs,N as sleep,O as describeAnswer,P as makePost,j as pauseAfter,lt as MASK}from"./core.js";
var ArtifactTrouble=class extends Error{kind;constructor(kind,reason){
super(reason);
this.kind=kind}};
const TRIES={none:1,once:2,little:3,some:4};
const makeAsk=async(config,deadline)=>{
const{url,apiKey:key}=config;
if(!key)throw new ArtifactTrouble(`denied`,`no API key; set SVC_API_KEY`);
if(config.problem)throw new ArtifactTrouble(`denied`,config.problem);
const post=makePost(config.proxy);
const trouble=(kind,reason)=>new ArtifactTrouble(kind,reason.replaceAll(key,MASK));
return async({method,path,headers,body})=>{
for(let tried=1;;tried+=1){
const left=deadline-performance.now();
if(left<=0)throw trouble(`postponed`,TIME_WAS_UP);
const all={authorization:`Bearer ${key}`,...headers};
const answer=await post(`${url}${path}`,all,body,left,method).catch(error=>isTimeUp(error)?LATE:describeNetworkError(error,url));
if(`status`in answer&&!isPassing(answer.status)){
const{status}=answer;
if(status===401||status===403||status===407||status>=300&&status<400)throw trouble(`denied`,describeAnswer(answer,url));
return answer}
const reason=`status`in answer?describeAnswer(answer,url):answer.reason;
const waitMs=`status`in answer?retryAfterMs(answer.header(`retry-after`),answer.header(`date`))??0:0;
const patience=`status`in answer?`some`:answer.patience;
const pause=Math.max(waitMs,pauseAfter(patience,tried));
const isHopeless=performance.now()+pause>=deadline;
if(tried>=TRIES[patience]||isHopeless)throw trouble(`postponed`,reason);
await sleep(pause)}}};
const TIME_WAS_UP=`time ran out before all artifacts were sent; to allow more time, raise the option artifactsTimeoutMs or SVC_ARTIFACTS_TIMEOUT_MS`;
const LATE={reason:TIME_WAS_UP,patience:`none`};
const isTimeUp=error=>error instanceof NetworkError&&(error.code===`TIME_UP`||isTimeUp(error.cause));
const isPassing=status=>status===429||status===408||status===425||status>=500;
export{TIME_WAS_UP as n,makeAsk as r,ArtifactTrouble as t};