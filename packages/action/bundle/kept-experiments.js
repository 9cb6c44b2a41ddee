import{A as isOurs,L as setAside,O as describeAnswer,W as KEPT_EXPERIMENTS,X as makeJournalFolder,xt as LIMITS}from"./core.js";
import{n as TIME_WAS_UP,r as makeAsk,t as ArtifactTrouble}from"./artifact-request.js";
import{Buffer}from"node:buffer";
import{randomUUID}from"node:crypto";
import{existsSync,writeFileSync}from"node:fs";
import{readFile,rm}from"node:fs/promises";
import{join}from"node:path";
const PATIENCE_MS=3e4;
const BATCH_BYTES=524288;
const sendExperiments=async({url,apiKey,proxy},{execution,experiments},deadline=performance.now()+PATIENCE_MS)=>{
try{
const ask=await makeAsk({url,apiKey,...proxy&&{proxy}},deadline);
for(const batch of batchesOf(experiments)){
const answer=await ask({method:`POST`,path:`/api/experiments`,headers:{"content-type":`application/json`},body:Buffer.from(JSON.stringify({execution,experiments:batch}))});
if(answer.status!==200)return{kind:`unsent`,reason:describeAnswer(answer,url),isFinal:isOurs(answer),state:`postponed`}}
return{kind:`sent`,count:experiments.length}}catch(error){
if(!(error instanceof ArtifactTrouble))throw error;
return{kind:`unsent`,reason:error.message===`time ran out before all artifacts were sent; to allow more time, raise the option artifactsTimeoutMs or SVC_ARTIFACTS_TIMEOUT_MS`?`it did not answer in time`:error.message,isFinal:false,state:error.kind}}};
const batchesOf=experiments=>{
const batches=[];
let bytes=0;
for(const experiment of experiments){
const own=Buffer.byteLength(JSON.stringify(experiment));
const last=batches.at(-1);
if(last&&bytes+own<=BATCH_BYTES&&last.length<LIMITS.experimentsSent)last.push(experiment);else batches.push([experiment]);
bytes=batches.at(-1)===last?bytes+own:own}
return batches};
const sendOrKeep=async(place,what)=>{
const path=keep(place.root,{server:place.url,...what});
const sent=await sendExperiments(place,what);
if(path===void 0)return sent;
if(sent.kind===`unsent`&&!sent.isFinal)return{...sent,kept:path};
await rm(path,{force:true}).catch(()=>void 0);
return sent};
const keep=(root,kept)=>{
try{
const path=join(makeJournalFolder(root),`${randomUUID()}${KEPT_EXPERIMENTS}`);
writeFileSync(path,JSON.stringify(kept),{mode:384,flag:`wx`});
return path}catch{
return}};
const flushKept=async(path,config,deadline)=>{
try{
return await sendFile(path,config,deadline)}catch(error){
if(!existsSync(path))return void 0;
return{path,entries:0,isComplete:true,state:`postponed`,reason:error instanceof Error?error.message:String(error)}}};
const sendFile=async(path,{url,apiKey,proxy},deadline)=>{
const kept=await readKept(path);
if(kept===void 0)return void 0;
const about={path,entries:kept?.experiments.length??0,isComplete:true};
if(kept===null)return{...about,path:await setAside(path),state:`rejected`,reason:`the file is damaged`};
if(kept.server!==url)return{...about,state:`postponed`,reason:`its execution is on ${kept.server}; set SVC_URL to that address`};
const sent=await sendExperiments({url,apiKey:apiKey??``,proxy},kept,deadline);
if(sent.kind===`unsent`)return sent.isFinal?{...about,path:await setAside(path),state:`rejected`,reason:sent.reason}:{...about,state:sent.state,reason:sent.reason};
await rm(path,{force:true}).catch(()=>void 0);
return{...about,state:`sent`}};
const readKept=async path=>{
const text=await readFile(path,`utf8`).catch(()=>void 0);
if(text===void 0)return void 0;
try{
const{server,execution,experiments}=JSON.parse(text);
return typeof server===`string`&&typeof execution===`string`&&Array.isArray(experiments)?{server,execution,experiments}:null}catch{
return null}};
export{sendOrKeep as n,flushKept as t};