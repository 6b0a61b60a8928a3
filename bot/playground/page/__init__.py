"""The JSON side of the demo page.

The page itself is static: `GET /` is `web/index.html`, `GET /web/<path>` any other file beside
it. Scripts and styles have to be files of their own: the Content-Security-Policy is
`default-src 'self'`, with `data:` images and nothing inline.

`GET /playground/state?as=U0MIRA` gives a State, what this person's client shows::

    State = {
      me: user id,
      team: {id, name},
      app: {id, name, user_id, bot_id, commands: ["/agent"], shortcuts: [{callback_id, name}]},
      users: [{id, name, real_name, team, tz, tz_offset, is_bot, is_guest, is_external, deleted}],
      groups: [{id, handle, members: [user id]}],
      channels: [{id, name, kind: "channel"|"group"|"im"|"mpim", with: [user id] (the others of
                  an im or mpim), members: [user id], is_member, is_archived, is_shared}],
      messages: {channel id: [Message]},      oldest first, replies among them
      sessions: [{channel, thread_ts, typing, loading_messages, title, prompts: [{title, message}],
                  status: ""|"processing"|"active"|"suspended"|"closed"}],
      modals: [View],                         the one on top last
      home: View | null,
      panels: [name],
    }
    Message = Slack's message object (ts, user, text, thread_ts?, bot_id?, subtype?, edited?,
              files?: [{id, name, title, size, url_private}], reactions?: [{name, users, count}])
              and {channel, blocks: [Block] (maybe empty), is_private (only this person sees it),
                   is_streaming}
    View = {id, hash, title, submit: words|null, close: words|null, blocks: [Block],
            values: {block_id: {action_id: element state}},
            errors: {block_id: complaint}     the key "" is a complaint about the whole}

Blocks carry their block_id; elements meant for other people are already left out. A thread is
the root and every message whose `thread_ts` is its `ts`. `text` is Slack's wire form, with
`&amp; &lt; &gt;` and `<@U…>`, `<#C…|name>`, `<!here>`, `<https://…|label>`.

`WS /playground/live?as=U0MIRA` sends, and never reads::

    {type: "state", state: State}             at once, and after every change
    {type: "panel", name, value: any JSON}    at once, and when it changed (looked at each second)

`GET /playground/panels/<name>` gives a panel's JSON.

`POST /playground/act` with `Content-Type: application/json` and `{"as": user id, "deed": Deed}`::

    Deed = {do: "say", channel, text, thread_ts?}        text as typed: @name, #channel, /no command
         | {do: "edit", channel, ts, text}
         | {do: "delete", channel, ts}
         | {do: "click", Surface, control, block_id?}    control: action_id, or the button's words
         | {do: "pick", Surface, control, value, block_id?}   menus, checkboxes, dates
         | {do: "submit", view, values: {block_id: value}}
         | {do: "close", view}
         | {do: "command", channel, command, text}
         | {do: "shortcut", callback_id, channel?, ts?}  without a message: a global one
         | {do: "open_home", tab: "home"|"messages"}
         | {do: "stop", channel, thread_ts}              the stop button of a session
    Surface = channel, ts | view

`value` is the text typed, an option's value, a user or channel id, a date, or a list of them for
elements that take several. The answer is one of::

    200 {ok: true, answer: null | {status, elapsed_ms, problem: null|"http_timeout"|…}}
    409 {ok: false, problem: words}           a Slack client would not offer this now
    400 {ok: false, problem: words}           not a deed

A `status` other than 2xx is where Slack's client shows a warning sign. Files are fetched from
their `url_private`. Other sites are kept out by Host and Origin, see `server.guard`.
"""

from bot.playground.page.endpoints import Page, Panel

__all__ = ["Page", "Panel"]
