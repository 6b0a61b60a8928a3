"""The workspace the demo and most tests play in: a small company, its guests and a partner.

| person | who |
|---|---|
| mira | asks the agent for things |
| jonas, aiko | on call, members of the group @sre |
| sam | a full member with no part in anything |
| gus, una | guests of several channels, of one channel |
| olaf | left the company, deactivated |
| eve | of the partner organisation, present in #shared |
| stig | of the partner organisation, shares no channel with us |
| deploybot | another app's bot |
"""

from bot.playground.workspace import App, Channel, Seed, Team, User, UserGroup

HOME = Team(id="T0SIGNOFF", name="Signoff", domain="signoff")
PARTNER = Team(id="T0PARTNER", name="Partner", domain="partner")
APP = App()


def _member(
    user_id: str,
    name: str,
    real_name: str,
    *,
    is_admin: bool = False,
    is_restricted: bool = False,
    is_ultra_restricted: bool = False,
    deleted: bool = False,
) -> User:
    return User(
        id=user_id,
        name=name,
        real_name=real_name,
        team_id=HOME.id,
        is_admin=is_admin,
        is_restricted=is_restricted,
        is_ultra_restricted=is_ultra_restricted,
        deleted=deleted,
    )


BOT = User(
    id=APP.bot_user_id,
    name="signoff",
    real_name="signoff",
    team_id=HOME.id,
    bot_id=APP.bot_id,
    bot_app_id=APP.id,
)
SLACKBOT = User(
    id="USLACKBOT", name="slackbot", real_name="Slackbot", team_id=HOME.id, bot_id="B01"
)
DEPLOYBOT = User(
    id="U0DEPLOY",
    name="deploybot",
    real_name="Deploy Bot",
    team_id=HOME.id,
    bot_id="B0DEPLOY",
    bot_app_id="A0DEPLOY",
)
MIRA = _member("U0MIRA", "mira", "Mira Falk", is_admin=True)
JONAS = _member("U0JONAS", "jonas", "Jonas Okafor")
AIKO = User(
    id="U0AIKO",
    name="aiko",
    real_name="Aiko Tanaka",
    team_id=HOME.id,
    tz="Asia/Tokyo",
    tz_label="Japan Standard Time",
    tz_offset=32400,
)
SAM = _member("U0SAM", "sam", "Sam Lindqvist")
GUS = _member("U0GUS", "gus", "Gus Visitor", is_restricted=True)
UNA = _member("U0UNA", "una", "Una Visitor", is_ultra_restricted=True)
OLAF = _member("U0OLAF", "olaf", "Olaf Gone", deleted=True)
EVE = User(id="U0EVE", name="eve", real_name="Eve Partner", team_id=PARTNER.id)
STIG = User(
    id="U0STIG", name="stig", real_name="Stig Partner", team_id=PARTNER.id, is_stranger=True
)

_STAFF = (MIRA.id, JONAS.id, AIKO.id, SAM.id)

SAMPLE = Seed(
    team=HOME,
    partners=(PARTNER,),
    app=APP,
    users=(
        BOT, SLACKBOT, DEPLOYBOT, MIRA, JONAS, AIKO, SAM, GUS, UNA, OLAF, EVE, STIG,
    ),
    channels=(
        Channel(
            id="C0OPS",
            name="ops",
            members=(*_STAFF, GUS.id, UNA.id, OLAF.id, BOT.id, DEPLOYBOT.id),
        ),
        Channel(id="C0APPROVALS", name="approvals", members=(*_STAFF, BOT.id)),
        Channel(id="C0GENERAL", name="general", members=_STAFF),
        Channel(id="C0SECRET", name="incident", kind="group", members=(*_STAFF[:3], BOT.id)),
        Channel(id="C0HIDDEN", name="board", kind="group", members=_STAFF[:2]),
        Channel(id="C0OLD", name="old-ops", members=(*_STAFF, BOT.id), is_archived=True),
        Channel(
            id="C0SHARED",
            name="shared",
            members=(*_STAFF, EVE.id, BOT.id),
            shared_with=(PARTNER.id,),
        ),
        Channel(id="D0MIRA", name="", kind="im", members=(MIRA.id, BOT.id)),
        Channel(id="D0JONAS", name="", kind="im", members=(JONAS.id, BOT.id)),
        Channel(
            id="G0TRIO",
            name="mpdm-jonas--mira--signoff-1",
            kind="mpim",
            members=(MIRA.id, JONAS.id, BOT.id),
        ),
    ),
    groups=(
        UserGroup(id="S0SRE", handle="sre", name="On call", members=(JONAS.id, AIKO.id)),
        UserGroup(id="S0NOBODY", handle="nobody", name="Nobody", members=(), enabled=False),
    ),
)  # fmt: skip
