"""What an answer says, told by stated rules: its depth, facts, story, and whether it says anything.

`lexicon` holds the words, `sense` finds answers without content, `story` the STAR parts, `facts` what
the stage wants to learn, `depth` the score 1-5, `remark` the one true, positive sentence of the end.
"""
