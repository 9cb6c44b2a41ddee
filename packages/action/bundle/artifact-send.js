import{A as isOurs,M as retryAfterMs,N as sleep,O as describeAnswer,kt as ARTIFACT_HEADERS,xt as LIMITS}from"./core.js";
import{n as reasonOf}from"./artifact-place.js";
import{r as makeAsk,t as ArtifactTrouble}from"./artifact-request.js";
import{Buffer}from"node:buffer";
import{createHash}from"node:crypto";
import{constants}from"node:fs";
import{open}from"node:fs/promises";
const READ=constants.O_RDONLY|(constants.O_NOFOLLOW??0)|(constants.O_NONBLOCK??0);
const CHUNK=1048576;
const openContent=async({content})=>{
if(typeof content===`string`)return content;
if(`bytes`in content){
const bytes=Buffer.from(content.bytes);
return{sizeBytes:bytes.length,read:async(from,length)=>bytes.subarray(from,from+length),close:async()=>void 0}}
let file;
try{
file=await open(content.file,READ);
const opened=file;
const{size}=await opened.stat().then(stats=>stats.isFile()?stats:{size:-1});
if(size>=0)return{sizeBytes:size,read:(from,length)=>readFrom(opened,from,length),close:()=>opened.close()};
await opened.close();
return`special`}catch(error){
await file?.close().catch(()=>void 0);
return reasonOf(error)}};
const readFrom=async(file,from,length)=>{
const buffer=Buffer.alloc(length);
let read=0;
for(let more=1;more>0&&read<length;read+=more)more=(await file.read(buffer,read,length-read,from+read)).bytesRead;
return buffer.subarray(0,read)};
const sha256Of=async({sizeBytes,read})=>{
const hash=createHash(`sha256`);
for(let index=0;index<sizeBytes;){
const piece=await read(index,Math.min(CHUNK,sizeBytes-index));
if(piece.length===0)return void 0;
hash.update(piece);
index+=piece.length}
return hash.digest(`hex`)};
const PIECE_BYTES=[4194304,524288];
const TRIES_WITHOUT_PROGRESS=20;
const ASK_AGAIN_MS=300;
const nothingSent=()=>({kind:`done`,sent:0,sentBytes:0,left:new Map});
const sendArtifacts=async(upload,outcome=nothingSent())=>{
try{
const ask=await makeAsk(upload.config,upload.deadline);
const sender=new Sender(upload,ask,outcome);
for(let index=0;index<upload.items.length;index+=LIMITS.declaredArtifacts)await sender.send(upload.items.slice(index,index+LIMITS.declaredArtifacts))}catch(error){
outcome.kind=error instanceof ArtifactTrouble?error.kind:`postponed`;
outcome.reason=error instanceof Error?error.message:String(error)}
return outcome};
var Sender=class{#upload;#ask;#outcome;#piece=PIECE_BYTES[0];constructor(upload,ask,outcome){
this.#upload=upload;
this.#ask=ask;
this.#outcome=outcome}async send(items,isAgain=false){
const declared=await Promise.all(items.map(item=>toDeclared(item,isAgain)));
const answers=await this.#declare(declared);
const wanted=new Set(answers.filter(({state})=>state===`hash`).map(attachmentKeyOf));
const hashed=await Promise.all(items.filter(item=>wanted.has(attachmentKeyOf(item))).map(item=>toDeclared(item,isAgain,true)));
const whole=[...answers,...hashed.length>0?await this.#declare(hashed):[]];
const sums=new Map([...declared,...hashed].map(one=>[attachmentKeyOf(one),one]));
const byPlace=new Map(items.map(item=>[attachmentKeyOf(item),item]));
const done=new Set;
const changed=[];
for(const answer of whole){
const item=byPlace.get(attachmentKeyOf(answer));
const sum=sums.get(attachmentKeyOf(answer));
if(!item||answer.state===`hash`)continue;
if(!(`id`in answer))this.#leave(item,answer.state);else if(answer.state===`stored`||done.has(sum?.sha256??``))this.#outcome.sent+=1;else if(await this.#put(item,answer.id,sum?.sizeBytes??0))done.add(sum?.sha256??``);else changed.push(item)}
if(changed.length===0)return;
if(isAgain)await this.send(changed.map(({entry,number})=>({entry,number,content:`changed`})),false);else await this.send(changed,true)}#leave({content},state){
const{left}=this.#outcome;
const reason=state===`refused`?`refused`:typeof content===`string`?content:`limit`;
left.set(reason,(left.get(reason)??0)+1)}async#declare(items){
const{config,journal}=this.#upload;
const answer=await this.#ask({method:`POST`,path:`/api/artifacts`,headers:{"content-type":`application/json`},body:Buffer.from(JSON.stringify({journal,items}))});
const answers=answer.status===200?readAnswers(answer.body):void 0;
if(answers)return answers;
if(isOurs(answer)&&(answer.status===404||answer.status===400))return items.map(({entry,number})=>({entry,number,state:`refused`,reason:``}));
throw new ArtifactTrouble(`denied`,describeAnswer(answer,config.url))}async#put(item,id,sizeBytes){
const content=await openContent(item);
if(typeof content===`string`||content.sizeBytes!==sizeBytes){
if(typeof content!==`string`)await content.close();
return false}
try{
return await this.#putPieces(content,id,item)}finally{
await content.close()}}async#putPieces(content,id,item){
let offset=0;
for(let stuck=0;stuck<TRIES_WITHOUT_PROGRESS;){
const body=await content.read(offset,Math.min(this.#piece,content.sizeBytes-offset));
if(body.length===0&&offset<content.sizeBytes)return false;
const answer=await this.#ask({method:`PUT`,path:`/api/artifacts/${id}/upload`,headers:{"content-type":`application/octet-stream`,[ARTIFACT_HEADERS.offset]:String(offset)},body});
if(isStored(answer)){
this.#outcome.sent+=1;
this.#outcome.sentBytes+=content.sizeBytes;
return true}
if(isOurs(answer)&&answer.status===400)return false;
if(isOurs(answer)&&answer.status===404){
this.#leave(item,`refused`);
return true}
const held=Number(answer.header(ARTIFACT_HEADERS.offset)??NaN);
if(Number.isSafeInteger(held)&&held>=0&&held<=content.sizeBytes){
stuck=held>offset?0:stuck+(answer.status===409?1:5);
offset=held;
if(answer.status===409&&stuck>0)await sleep(Math.max(retryAfterMs(answer.header(`retry-after`))??0,ASK_AGAIN_MS))}else if(answer.status===413&&this.#piece>PIECE_BYTES[1])this.#piece=PIECE_BYTES[1];else throw new ArtifactTrouble(`denied`,describeAnswer(answer,this.#upload.config.url))}
throw new ArtifactTrouble(`postponed`,`the server makes no progress with an artifact; check its log`)}};
const attachmentKeyOf=({entry,number})=>`${entry}/${number}`;
const toDeclared=async(item,isAgain,isRequested=false)=>{
const{entry,number}=item;
const content=await openContent(item);
if(typeof content===`string`)return{entry,number,leftOut:content};
try{
const{sizeBytes}=content;
if(sizeBytes>LIMITS.artifactBytes&&!isRequested)return{entry,number,sizeBytes};
const sha256=await sha256Of(content);
if(sha256!==void 0)return{entry,number,sizeBytes,sha256};
return isAgain?{entry,number,leftOut:`changed`}:await toDeclared(item,true,isRequested)}catch{
return{entry,number,leftOut:`unreadable`}}finally{
await content.close().catch(()=>void 0)}};
const isStored=({status,body})=>{
try{
return status===200&&JSON.parse(body).data.state===`stored`}catch{
return false}};
const readAnswers=body=>{
try{
const{items}=JSON.parse(body).data;
const isAnswer=one=>Number.isSafeInteger(one.entry)&&Number.isSafeInteger(one.number)&&typeof one.state===`string`;
return Array.isArray(items)&&items.every(isAnswer)?items:void 0}catch{
return}};
const WORDS={outside:`outside the project`,symlink:`a symbolic link`,special:`not a regular file`,vanished:`gone`,changed:`still changing`,unreadable:`unreadable`,large:`over ${LIMITS.artifactBytes/1024/1024} MiB`,many:`beyond the first ${LIMITS.artifacts}`,limit:`over the server's limits`,refused:`unknown to the server`};
const noteOf=({sent,left})=>{
const missing=[...left].filter(([,count])=>count>0);
const total=missing.reduce((sum,[,count])=>sum+count,0);
const reasons=missing.map(([reason,count])=>`${count} ${WORDS[reason]}`).join(`, `);
const what=`${sent} ${sent===1?`artifact`:`artifacts`} sent`;
if(total===0)return what;
if(sent>0)return`${what}, ${total} left out (${reasons})`;
return`${total} ${total===1?`attachment`:`attachments`} left out (${reasons})`};
export{nothingSent as n,sendArtifacts as r,noteOf as t};