"""What the network of `greenroom.adapters.speech.backchannel` learns from: phrases and their kinds.

The phrases of the English word lists, pairs of them, and what is neither: pieces of the shipped
plans, brief questions and answers, beginnings, and words that sound like a phrase of the lists. What
the benchmark's held-out set says is left out where no list has it.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.turns.phrases import PHRASES, Role
from greenroom_turns import language
from greenroom_turns.languages import TABLES

Kind = Literal["backchannel", "call", "other"]

HUMMED = ("mm hmm", "mhm", "uh huh", "hmm", "mm", "aha", "mm hmm right", "ah i see", "ah okay")
"""Said by three times as many voices: no two agree on how these sound."""
COMMON = (
    "okay,yeah,right,sure,yes,yep,yup,fine,cool,nice,good,great,true,i see,got it,i know,oh,really,"
    "alright,all right,i get it,makes sense,that makes sense,sounds good,exactly,definitely,"
    "absolutely,certainly,totally,interesting,wow,gotcha,understood,i understand,of course,thanks,"
    "fair enough,go on,go ahead,keep going,oh i see,oh okay,oh right,ah right,okay okay,yeah yeah,"
    "right right,good idea,good point,no problem,no worries,thank you,perfect,correct,noted"
)
"""Said by twice as many."""
SOUNDS_LIKE = (
    "sore,sir,saw,sort,short,sugar,time,find,found,fight,five,line,sign,fire,file,kite,kate,"
    "okra,gate,game,case,cake,keys,raid,write it,bright,ride,rate,road,red,light,night,like,lake,"
    "ear,here,hear,near,year,years,yet,yellow,young,yesterday,gas,guess,glass,jess,less,test,tests,"
    "chess,chest,member,number,mother,mumble,summer,hammer,hungry,hundred,hunger,handle,hand,"
    "holder,hold it in,folder,older,olden,shoulder,golden,gold,cold on,code,road on,hole,home,whole,"
    "bold,told,sold,stopwatch,step,steps,stack,stuck,stuff,store,shop,shops,drop,dropped,top,topic,"
    "pop,plot,spot,start,started,state,wet,wheat,late,wake,way,ways,away,great britain,wide,white,"
    "why,while,wall,well known,wheel,word by word,work,worth,want,once,one,won,run,nice weather,"
    "note,notes,nor,north,nose,nobody,node,nodes,known,new,noun,none,nothing,novel,low,load,law,lord,"
    "go,goal,going,grow,so,sew,show,slow,snow,though,throw,tow,toe,door,dough,cool down,coal,"
    "school,tool,tools,pool,rule,fool,good bread,could,should,wood,book,food,group,grid,grand,grade,"
    "gray,grape,break,brake,brave,true story,tree,through,threw,drew,blue,glue,shoe,crew,queue,"
    "absolute zero,deaf,defining,definition,definite,exact,exam,example,exactly ten,extra,context,"
    "certain,curtain,certificate,total,totals,turtle,total cost,perfume,perform,purpose,person,"
    "perfectly,interest,internet,interview,interface,intern,wonder,window,wander,wow factor,"
    "about,out,house,how,cow,now and then,loud,cloud,crowd,proud,pose,cause,clause,applause,"
    "post,posted,second,seconds,a second team,section,secret,seconds later,minute,minutes,menu,"
    "momentum,monument,comment,moment in time,excuse,accuse,exclude,excel,accuse me,x rays,"
    "sorry about it,story,sorted,police,peas,place,plays,plus,release,"
    "never,river,mine,nevermore,actual,action,factual,question mark,questions,quest,quit smoking,"
    "quite,quieter,quote,queen,shut,shot,shout,sharp,shadow,enough of them,rough,tough,stuff,bluff,"
    "i seek,ice,eyes,seat,seed,season,see you,sea,she,cheap,got a,gotta go,"
    "cotton,gutter,guitar,getting,goddess,cod,gut it,good hit,understand,under,underground,stood,"
    "agree to it,degree,agreement,greed,of course work,a horse,horse,force,coarse,"
    "thinks,tanks,thank god,thanksgiving,tongs,tongue,things,sings,long,song,wrong,young,hang it,"
    "hanger,angle,uncle,thing on,along,ankle,anger,orange,rang,sang,bang,gang,"
    "fair trade,fairly,affair,hair,air,care,share,where,bear,stair,pair,fairness,fear,far,for,four,"
    "amen,human,woman,men,memo,mem,home,ham,him,hem,hum a song,hymn,mama,mum,mom,m and m,"
    "uh oh,ohio,oil,oak,oats,oath,open,over,ocean,old,odd,ought,awe,or,ore,"
    "rarely,railway,really fast,reality,relay,rally,rely,early,clearly not"
)
"""None may sound just like a phrase of the lists, as "paws" does."""
BRIEF = (
    "which team,which company,which year,what for,what kind,what year,what language,what size,"
    "what happened then,what about you,what about money,what about python,how so,how long,how often,"
    "how big,how much,how many,how many users,how exactly,how did it go,how about monday,why that,"
    "why not python,why me,why now,but when,but where,and then,and why,and you,so what,so why,"
    "so how many,who was that,who decided,who else,whose idea,where was that,where is it,when was that,"
    "is it remote,is it full time,is that paid,are you sure,are you there,are you a robot,"
    "can you hear me,can i ask,may i ask something,do you mean me,do you mean java,does it matter,"
    "did it work,for example,like what,such as,or both,or what,since when,in which city,in what way,"
    "at work,at school,at home,at google,in london,in paris,in two weeks,in the office,in my team,"
    "in production,in total,in java,on monday,on friday,on call,on my own,on the phone,on the team,"
    "with python,with my boss,with react,with my team,with a friend,for three years,for a bank,"
    "for my boss,for a year,since may,last week,last month,last spring,last time,next year,next week,"
    "next month,this year,this morning,two weeks,three years,ten people,five of us,six months,"
    "four years ago,about ten,about a year,about half,half a year,maybe ten,maybe twice,almost all,"
    "almost none,not much,not many,not yet,not me,not there,not at all times,mostly java,mostly me,"
    "only once,only python,just me,just two,both of them,all of them,most of them,some of them,"
    "nobody did,everybody,everyone,my boss did,my mother,my friend,my brother,my colleague,my company,"
    "my project,my code,my name is anna,her name was kate,his team,their team,our team,our boss,"
    "our customers,our data,your company,your team,the boss,the team,the code,the client,the bank,"
    "the data,the database,the server,the test,the same team,the first one,the second one,"
    "the last one,the other one,the old system,a bank,a startup,a friend,a new team,a big one,a lot,"
    "a little,a few,python,java,javascript,rust,go lang,docker,kubernetes,postgres,redis,react,"
    "terraform,amazon,google,microsoft,berlin,paris,madrid,london,munich,monday,tuesday,friday,"
    "january,august,october,one,two,three,four,six,seven,eight,nine,ten,eleven,twelve,twenty,"
    "a hundred,a thousand,two thousand ten,i was,i did,i had,i led it,i left,i quit in may,i built it,"
    "i tried,i failed,i wrote it,i would say,i wanted to,i said,i mean,i meant the other one,"
    "i think that,i thought,i was there,i worked there,i work there,i do not know,i don't know,"
    "i don't remember,i forgot,i want to add something,i would like to add,i disagree,i'm sorry for it,"
    "i'm from spain,i'm a developer,i'm late,we did,we had,we built it,we tried,we moved,we were four,"
    "we used java,we lost,we won,we shipped it,we failed,it was me,it was late,it was hard,it worked,"
    "it failed,it broke,it depends,it is java,it took a year,it took two weeks,he left,he said so,"
    "she left,she was my boss,they left,they did,they said,they paid,there was,there were four,"
    "that was me,that was hard,that was last year,that is wrong,that's wrong,that's not it,"
    "that's not true,that's not what i said,that's mine,that's my boss,that depends,this is hard,"
    "because of that,because of money,because i,but i,but we,but then,but that was,but not me,"
    "so we,so i,so then,so the team,and i,and we,and so,and the team,when i,when we,if i,if we,"
    "then i,then we,then what,well i,well we had,after that,before that,at first,at the end,"
    "in the end,in that case,first of all,to be honest,to me,to be fair it was,let me add,"
    "let me explain,let me tell you,let me finish,let me correct that,let me try,let's move,"
    "speaking of that,talking of tests,by the way,as i said,as a developer,from home,from scratch,"
    "more than ten,less than a year,the problem was,the reason is,the idea was,the main thing,"
    "what i did was,what we did,you said ten,you mean me,you asked,you forgot one,you are wrong,"
    "you're wrong,wrong,wrong one,false,incorrect,different one,other team,another team,again,"
    "later,earlier,before,after,never,sometimes,often,always,usually,maybe,perhaps,possibly,"
    "probably,hopefully,hello,hi,hey,good morning,good evening,nice to meet you,see you,"
    "louder,louder please,speak up,speak slower,too fast,too loud,can't hear,help,help me,"
    "one question,a question for you,a quick question,about that,about the salary,about the team"
)
SENTENCES = (
    "The team was small and we had to do everything ourselves.",
    "After that I moved to another company and worked on payments.",
    "My manager asked me to write a plan for the migration.",
    "It took us about three months to find the real cause.",
    "When the server went down I was the only one awake.",
    "In the first year we had only two customers.",
    "What I learned from it is that tests matter.",
    "Because nobody had written any tests before.",
    "There was a bug in the code that counted the hours.",
    "They wanted a system that could handle a million users.",
    "So we decided to rewrite the whole thing in Python.",
    "But the customers were not happy with the result.",
    "Our database was too slow for the reports.",
    "At my last job I was responsible for the data pipeline.",
    "She was the lead developer and I learned a lot from her.",
    "The deadline was only two weeks away from us.",
    "For me the most important thing is a good team.",
    "Most of the time I worked with designers and testers.",
    "During the summer we hired four more engineers.",
    "And then the whole office moved to another city.",
    "I would say that my biggest strength is patience.",
    "I started as an intern and stayed for six years.",
    "We measured everything and found that the cache was cold.",
    "You asked about conflicts, and there was a big one.",
    "Every morning we looked at the numbers together.",
    "Some people did not agree with the plan at first.",
    "If I had to do it again I would ask for help sooner.",
    "Honestly it was the hardest project of my life.",
    "Before that I studied physics at the university.",
    "Kubernetes was new to us and we made many mistakes.",
    "Everybody knew that the release would be late.",
    "How many people would I be working with every day?",
    "Do you want to hear about the technical side of it?",
    "Where would the office be, and can I work from home?",
    "Which of the two projects should I talk about?",
    "Can I tell you about another project instead of that?",
)
"""Their beginnings are what an interim transcript is made of."""
MISSED: dict[Kind, str] = {
    "backchannel": "wow|oh wow|cool|oh, okay|okay, great|sure, sure|perfect",
    "call": "pause|pahz|hang on|enough|stop it|hold on|slow down|sorry|hold up|right, hold on",
    "other": "i disagree|my manager|but why|in berlin|uh huh, but when|uh huh, but how|uh huh, so who"
    "|aha, but where|aha, but which one|okay, but why me|yeah, but why not me|right, but why them",
}
"""What voices that were never heard lost most often, and "pause" where it rhymes with "was"; divided by bars."""
CHAINS, MIXED, PIECES, REQUESTS, PAIRS = 60, 160, 180, 80, 30
"""Phrases of each sort that are drawn."""
SEED = 7


@dataclass(frozen=True, slots=True)
class Phrase:
    kind: Kind
    text: str
    more: int = 1
    """So many times as many voices."""
    chained: bool = False
    """Its beginning may be of another kind than the whole."""
    begun: bool = False
    """Only beginnings of it are heard."""


def phrases() -> list[Phrase]:
    """What is said, in a fixed order."""
    table, lot = TABLES["en"], random.Random(SEED)
    acks = [p for entry in table["acks"] for p in entry["phrases"] if len(p) > 1]
    brief = [a for a in acks if len(a.split()) <= 2]
    stops = [p for e in table["stops"] for p in e["phrases"]]
    names = ("repeat", "rephrase", "skip", "pause")
    asked = [p for name in names for e in table["commands"][name] for p in e["phrases"]]
    common = COMMON.split(",")
    said = [Phrase("backchannel", a, 2 if a in common else 1) for a in acks]
    said += [Phrase("backchannel", h, 3) for h in HUMMED]
    said += [Phrase("backchannel", a) for a in common if a not in acks]
    said += [Phrase("backchannel", f"{a}, {a}") for a in lot.sample(brief, PAIRS)]
    chains = [(lot.choice(brief), lot.choice(acks)) for _ in range(CHAINS)]
    said += [Phrase("backchannel", f"{a}, {b}", chained=True) for a, b in chains]
    said += [Phrase("call", s, 4) for s in stops]
    pairs = [(lot.choice(stops), lot.choice(stops)) for _ in range(PAIRS)]
    said += [Phrase("call", f"{a}, {b}", 2) for a, b in pairs]
    said += [Phrase("call", f"{s}, {s}", 2) for s in ("no", "stop", "wait", "hold on", "no, no")]
    said += [Phrase("call", r) for r in lot.sample(sorted(set(asked)), REQUESTS)]
    pieces = _pieces(lot)
    unlisted = [
        *pieces,
        *(p for p in (*BRIEF.split(","), *SOUNDS_LIKE.split(",")) if not _listed(p)),
    ]
    said += [_other(p) for p in unlisted if p not in _held_out()]
    said += [_other(_plain(p), 2) for p in PHRASES["tuning"][Role.BRIEF] if not _listed(p)]
    said += [Phrase("other", _plain(sentence), 3, begun=True) for sentence in SENTENCES]
    for n in range(MIXED):
        kind: Kind = "other" if n % 2 else "call"
        after = lot.choice(pieces) if n % 2 else lot.choice(stops)
        text = f"{lot.choice(brief)}, {lot.choice(('', 'but ', 'so '))}{after}"
        said.append(Phrase(kind, text, 1 if n % 2 else 2, chained=True))
    return list({phrase.text: phrase for phrase in said}.values())


def _other(text: str, more: int = 1) -> Phrase:
    """One that begins as a phrase of the lists does ("great britain") is that until it goes on."""
    words = text.split()
    begins = any(_listed(" ".join(words[:count])) for count in range(1, len(words)))
    return Phrase("other", text, more, chained=begins)


def _listed(text: str) -> bool:
    return language.is_ack(text) or language.stops(text) or language.command(text) is not None


def _plain(text: str) -> str:
    return re.sub(r"[^a-z' ]", "", text.lower())


def _held_out() -> set[str]:
    return {_plain(text) for texts in PHRASES["held-out"].values() for text in texts}


def _pieces(lot: random.Random) -> list[str]:
    """One to four words in a row of the shipped plans, that are no phrase of the lists."""
    plans = sorted(Path(language.__file__).parents[1].glob("catalogue/plans/*.toml"))
    quoted = (re.findall(r'"([^"]{20,})"', plan.read_text("utf-8")) for plan in plans)
    words = re.findall(r"[a-z']{2,}", " ".join(t for found in quoted for t in found).lower())
    pieces: dict[str, None] = {}
    while len(pieces) < PIECES:
        length, at = lot.choice((1, 1, 2, 2, 3, 4)), lot.randrange(len(words) - 4)
        piece = " ".join(words[at : at + length])
        if not _listed(piece) and len(piece) > 2:
            pieces[piece] = None
    return list(pieces)
