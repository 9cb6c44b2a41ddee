import re,sys,os
root=sys.argv[1]; f=sys.argv[2]
n=0; kinds={}
cache={}
def heads(p):
    if p not in cache:
        hs=[];fence=False
        for l in open(os.path.join(root,p)):
            if re.match(r'\s*(```|~~~)',l): fence=not fence
            m=re.match(r'#{1,6}\s+(.*)',l)
            if m and not fence: hs.append(re.sub(r'\s*\{#[^}]*\}|\s*<sup.*|\s*<Badge.*','',re.sub(r'^async ','',m[1].strip())).strip())
        cache[p]=hs
    return cache[p]
for l in open(f):
    l=l.strip()
    if not l or l[0]=='#': continue
    kind,rest=l.split('; ',1); i=rest.rindex('; '); q,exp=rest[:i],rest[i+2:]
    n+=1; kinds[kind]=kinds.get(kind,0)+1
    for part in exp.split(' & '):
        pass
    for alt in re.split(r' \| | & (?=\S+\.md)',exp):
        p,_,h=alt.strip().partition(' > ')
        if not os.path.exists(os.path.join(root,p)): print('NO FILE',p,'|',q);continue
        if h and h not in heads(p) and not any(x.startswith(h+' =') for x in heads(p)): print('NO HEADING',alt,'|',q)
print(n,kinds)
