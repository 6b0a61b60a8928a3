/** The emoji shortcodes this page knows; any other stays as it was written. */

const TABLE = `
+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|ok_hand 👌|wave 👋|clap 👏|raised_hands 🙌|pray 🙏|muscle 💪|point_up ☝️
point_down 👇|point_left 👈|point_right 👉|handshake 🤝|writing_hand ✍️|raised_hand ✋|hand ✋|eyes 👀|brain 🧠
smile 😄|smiley 😃|grinning 😀|grin 😁|joy 😂|sweat_smile 😅|laughing 😆|wink 😉|blush 😊|innocent 😇
slightly_smiling_face 🙂|upside_down_face 🙃|heart_eyes 😍|sunglasses 😎|thinking_face 🤔|neutral_face 😐
expressionless 😑|confused 😕|worried 😟|cry 😢|sob 😭|angry 😠|rage 😡|scream 😱|sleeping 😴|zipper_mouth_face 🤐
face_with_monocle 🧐|nerd_face 🤓|partying_face 🥳|robot_face 🤖|ghost 👻|skull 💀|shrug 🤷|facepalm 🤦
heart ❤️|green_heart 💚|blue_heart 💙|yellow_heart 💛|broken_heart 💔|100 💯|sparkles ✨|star ⭐|star2 🌟|fire 🔥
boom 💥|zap ⚡|tada 🎉|confetti_ball 🎊|gift 🎁|trophy 🏆|medal 🏅|dart 🎯|rocket 🚀|airplane ✈️|car 🚗|ship 🚢
anchor ⚓|construction 🚧|rotating_light 🚨|vertical_traffic_light 🚦|octagonal_sign 🛑|no_entry ⛔
no_entry_sign 🚫|warning ⚠️|exclamation ❗|heavy_exclamation_mark ❗|question ❓|grey_question ❔|bangbang ‼️
white_check_mark ✅|heavy_check_mark ✔️|ballot_box_with_check ☑️|x ❌|negative_squared_cross_mark ❎|recycle ♻️
heavy_plus_sign ➕|heavy_minus_sign ➖|red_circle 🔴|large_orange_circle 🟠|large_yellow_circle 🟡
large_green_circle 🟢|large_blue_circle 🔵|white_circle ⚪|black_circle ⚫|large_green_square 🟩|large_red_square 🟥
arrow_forward ▶️|double_vertical_bar ⏸️|black_square_for_stop ⏹️|arrows_counterclockwise 🔄|repeat 🔁
fast_forward ⏩|rewind ⏪|arrow_up ⬆️|arrow_down ⬇️|arrow_left ⬅️|arrow_right ➡️|arrow_upper_right ↗️
leftwards_arrow_with_hook ↩️|hourglass ⌛|hourglass_flowing_sand ⏳|alarm_clock ⏰|stopwatch ⏱️|clock1 🕐
watch ⌚|calendar 📅|date 📅|spiral_calendar_pad 🗓️|bell 🔔|no_bell 🔕|mega 📣|loudspeaker 📢|speech_balloon 💬
thought_balloon 💭|email 📧|envelope ✉️|inbox_tray 📥|outbox_tray 📤|incoming_envelope 📨|package 📦|memo 📝
pencil 📝|pencil2 ✏️|page_facing_up 📄|scroll 📜|clipboard 📋|bar_chart 📊|chart_with_upwards_trend 📈
chart_with_downwards_trend 📉|file_folder 📁|open_file_folder 📂|card_index_dividers 🗂️|pushpin 📌|paperclip 📎
link 🔗|lock 🔒|unlock 🔓|closed_lock_with_key 🔐|key 🔑|shield 🛡️|mag 🔍|bulb 💡|wrench 🔧|hammer 🔨
hammer_and_wrench 🛠️|gear ⚙️|nut_and_bolt 🔩|toolbox 🧰|computer 💻|desktop_computer 🖥️|keyboard ⌨️
floppy_disk 💾|satellite 🛰️|satellite_antenna 📡|electric_plug 🔌|battery 🔋|bug 🐛|microscope 🔬|test_tube 🧪
broom 🧹|wastebasket 🗑️|house 🏠|office 🏢|factory 🏭|bank 🏦|credit_card 💳|moneybag 💰|dollar 💵|coffee ☕
pizza 🍕|cake 🍰|beer 🍺|sunny ☀️|cloud ☁️|snowflake ❄️|rainbow 🌈|earth_africa 🌍|globe_with_meridians 🌐
crown 👑|cop 👮|sleuth_or_spy 🕵️|bust_in_silhouette 👤|busts_in_silhouette 👥|information_source ℹ️|new 🆕|ok 🆗
sos 🆘|zzz 💤|checkered_flag 🏁|triangular_flag_on_post 🚩|seedling 🌱|herb 🌿|cat 🐱|dog 🐶|snail 🐌|whale 🐳
one 1️⃣|two 2️⃣|three 3️⃣|four 4️⃣|five 5️⃣|six 6️⃣|seven 7️⃣|eight 8️⃣|nine 9️⃣|keycap_ten 🔟
`;

const EMOJI = new Map(
  TABLE.trim()
    .split(/[|\n]/)
    .map((pair) => pair.split(" ")),
);

/** The character of a shortcode without its colons, or null. */
export const emoji = (name) => EMOJI.get(name) ?? null;

/** Replaces the shortcodes in plain text. */
export function withEmoji(text) {
  return text.replace(/:([a-z0-9_+'-]+):/g, (whole, name) => emoji(name) ?? whole);
}
