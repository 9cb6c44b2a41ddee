import{E as tallyNameOf,m as asCode,w as nameOfReported}from"./core.js";
import{a as sendProofs,d as labelOf,f as sentenceOf,i as receiverOf,m as commandOf,n as endBySignals,p as triedOf,r as envOfTests,s as prove,t as NOTHING_TRIED}from"./trials.js";
import{join}from"node:path";
const proveHere=async({settings,event,env,log,config},reports,tally)=>{
const failures=failuresOf(reports,tally);
if(failures.length===0)return NOTHING_TRIED;
const nothing=reason=>{
log.say(`nothing was repeated: ${reason}`);
return NOTHING_TRIED};
const base=reports.find(each=>each.base!==null&&each.execution.counts.failed>0)?.base;
if(!base)return nothing(`the server named no base with a commit`);
const framework=reports.find(({execution})=>execution.counts.failed>0)?.execution.framework??``;
const words=settings.rerunCommand===``?commandOf(framework):settings.rerunCommand.split(/\s+/);
if(!words)return nothing(`svc cannot start ${framework} by itself; the input rerun-command names a command`);
const name=base.branch??base.sha.slice(0,7);
log.say(`repeating failed tests here and on ${name}, at most ${settings.proveMs/6e4} min`);
const proven=await prove({failures,words,folder:join(event.workspace,settings.proveFolder),root:event.workspace,base,seconds:settings.proveMs/1e3,copies:[],env:envOfTests(env),...settings.proveSetup!==``&&{setup:settings.proveSetup},onStop:endBySignals,ranWith:test=>failures.find(failure=>failure===test)?.ran??[],tell:(test,side,outcome,after)=>log.say(triedOf(test,side,outcome,{name,after}))});
if(`reason`in proven)return nothing(proven.reason);
const{proofs,isBaseOlder}=proven;
const said=proofs.map(proof=>({label:labelOf(proof.test),sentence:sentenceOf(proof,name,isBaseOlder)}));
for(const{label,sentence}of said)log.say(`${label}: ${sentence}`);
const sent=await sendProofs(proven,runsOf(reports,failures,tally),base,receiverOf(event,config));
log.say(sent.line);
const lines=said.map(({label,sentence})=>`- ${asCode(label)}: ${asCode(sentence)}`);
return{parts:[{full:`### Repeated here and on ${asCode(name)}\n\n${lines.join(`
`)}`,short:``}],hasSent:sent.hasSent}};
const runsOf=(reports,failures,tally)=>reports.map(({execution,failures:listed})=>{
const names=new Set(listed.map(nameOfReported));
return{execution:execution.id,tally:{failures:failures.filter(each=>reports.length===1||names.has(tallyNameOf(each))),...tally?.code&&{code:tally.code}}}});
const failuresOf=(reports,tally)=>{
return(tally?.failures??reports.flatMap(({failures})=>failures.map(({testFile,...more})=>({...more,file:testFile??``})))).filter(({titles,file})=>titles.length>0&&file!==``).map(({file,titles,variant,occurrence,leg,message,ran})=>({file,titles,variant,...occurrence!==void 0&&{occurrence},leg,message,...ran&&{ran}}))};
export{proveHere};