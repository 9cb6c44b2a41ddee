import{o as removeKept,r as markResultsSent}from"./artifact-list2.js";
import{n as TIME_WAS_UP}from"./artifact-request.js";
import{n as nothingSent,r as sendArtifacts,t as noteOf}from"./artifact-send.js";
import{t as FLUSH_COMMAND}from"./say.js";
import{C as within}from"./core.js";
const finishArtifacts=async({config,journal,open,artifacts,url,removeJournal})=>{
const deadline=performance.now()+config.artifactsTimeoutMs;
const kept=await within(artifacts.kept(),deadline);
if(!kept)return{text:notSent(``,TIME_WAS_UP,journal),isTrouble:true};
const{folder,items,tooMany}=kept;
if(journal)await markResultsSent(folder,url).catch(()=>void 0);
const[,,{journal:id}]=JSON.parse(open);
const outcome=nothingSent();
const sending=sendArtifacts({config,journal:id,items,deadline},outcome);
if(!await within(sending,deadline+100))Object.assign(outcome,{kind:`postponed`,reason:TIME_WAS_UP});
if(tooMany>0)outcome.left.set(`many`,tooMany);
const note=noteOf(outcome);
if(outcome.kind===`done`||!journal){
removeJournal();
await removeKept(folder)}
if(outcome.kind===`done`)return{text:note,isTrouble:outcome.left.size>0};
const missing=items.length-outcome.sent;
return{text:notSent(`${missing} of ${items.length} `,outcome.reason??``,journal),isTrouble:true}};
const notSent=(count,reason,journal)=>`${count}artifacts not sent: ${reason}; ${journal?`they are kept; to send them, run: ${FLUSH_COMMAND}`:`they are lost`}`;
export{finishArtifacts};